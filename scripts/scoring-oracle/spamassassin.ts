import { buildMbox } from './build-mail.ts';

/** SpamAssassin's verdict on a mail: total points, and the points of each rule that matched. */
interface Verdict {
  points: number;
  rules: Record<string, number>;
}

/** Settings under which only the content counts: no network, no learning, no host name. */
const SETTINGS = [
  'clear_headers',
  'add_header all Verdict _SCORE_ _TESTSSCORES(,)_',
  'fold_headers 0',
  'report_safe 0',
  'use_bayes 0',
  'use_auto_welcomelist 0',
];

/** Checks mails with SpamAssassin 4, in one process, because its start takes longer than a check. */
export async function judge(mails: readonly string[]): Promise<Verdict[]> {
  const command = [
    'spamassassin',
    '-L',
    '--mbox',
    '--prefs-file=/dev/null',
    ...SETTINGS.map((setting) => `--cf=${setting}`),
  ];
  const process = Bun.spawn(command, { stdin: Buffer.from(buildMbox(mails)), stderr: 'inherit' });
  const output = await new Response(process.stdout).text();
  // The order of the output differs from that of the input.
  const verdicts = new Map(
    output
      .split(/^From news@/m)
      .slice(1)
      .map(readVerdict),
  );
  return mails.map((mail) => {
    const verdict = verdicts.get(idOf(mail));
    if (verdict === undefined) throw new Error(`SpamAssassin did not judge ${idOf(mail)}.`);
    return verdict;
  });
}

function idOf(mail: string): string {
  return /^Message-ID: (.*)$/m.exec(mail)?.[1] ?? '';
}

function readVerdict(mail: string): [id: string, verdict: Verdict] {
  const [, points, rules] = /^X-Spam-Verdict: (-?[\d.]+) (.*)$/m.exec(mail) ?? [];
  return [idOf(mail), { points: Number(points), rules: readRules(rules ?? '') }];
}

/** Leaves out rules that add no points. */
function readRules(list: string): Record<string, number> {
  const pairs = list.split(',').map((item) => item.trim().split('='));
  const weighty = pairs.filter(([, points]) => Math.abs(Number(points)) >= 0.05);
  return Object.fromEntries(weighty.map(([name, points]) => [name, Number(points)]));
}

/** Name and version, as the program prints them. */
export async function versionOfSpamAssassin(): Promise<string> {
  const output = await new Response(Bun.spawn(['spamassassin', '--version']).stdout).text();
  return output.split('\n')[0]?.trim() ?? '';
}

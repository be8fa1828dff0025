import { keepSoundFixes, prepareTrials, type Trials } from './keep-sound-fixes.ts';
import type { Mail } from './mail/mail.ts';
import type { Area, Finding, Rule, RuleFinding, Severity } from './rule.ts';

export const AREAS: readonly Area[] = ['spam', 'readability', 'accessibility', 'bestPractices'];

/** The weights of findings. docs/scores.md explains this table. */
const WEIGHTS = {
  /** Points a finding takes from an area that starts with 100. */
  points: { high: 15, medium: 7, low: 3 } satisfies Record<Severity, number>,
  /** The cost of each further finding of the same rule, as a share of the one before … */
  repeat: 0.5,
  /** … up to this multiple of the weight of its worst finding. */
  cap: 2,
  /** Points on SpamAssassin's scale, where 5 is spam, of findings that name none. */
  spam: { high: 2.5, medium: 1, low: 0.3 } satisfies Record<Severity, number>,
  /** 5 points halve the score: 100 · exp(−5/7.2) = 50. */
  spamScale: 7.2,
} as const;

export interface AreaScore {
  /** 0 to 100; 100 only without findings. */
  score: number;
  /** Worst first. */
  findings: Finding[];
  notMeasured: { rule: string; reason: string }[];
}

/** The rating of a mail in the requested areas. */
export interface Scoring {
  /** Mean of the areas. */
  score: number;
  areas: Partial<Record<Area, AreaScore>>;
}

/** Rates a mail by rules. Pure and deterministic. */
export function scoreMail(mail: Mail, rules: readonly Rule[], areas: readonly Area[] = AREAS): Scoring {
  const checked = AREAS.filter((area) => areas.includes(area)).map((area) => checkArea(mail, area, rules));
  const trials = prepareTrials(mail, rememberFindings(rules, mail, checked));
  const scored = checked.map((found) => [found.area, weighArea(mail, found, trials)] as const);
  const total = scored.reduce((sum, [, { score }]) => sum + score, 0);
  return { score: Math.floor(total / Math.max(scored.length, 1)), areas: Object.fromEntries(scored) };
}

interface CheckedArea extends Omit<AreaScore, 'score'> {
  area: Area;
}

function checkArea(mail: Mail, area: Area, rules: readonly Rule[]): CheckedArea {
  const findings: Finding[] = [];
  const notMeasured: AreaScore['notMeasured'] = [];
  for (const rule of rules) {
    if (rule.area !== area) continue;
    const outcome = rule.check(mail);
    if ('notMeasured' in outcome) notMeasured.push({ rule: rule.id, reason: outcome.notMeasured });
    else findings.push(...nameFindings(rule.id, outcome));
  }
  return { area, findings, notMeasured };
}

function weighArea(mail: Mail, { area, findings, notMeasured }: CheckedArea, trials: Trials): AreaScore {
  const weigh = area === 'spam' ? weighSpam : weighByRule;
  const sound = keepSoundFixes(findings, trials);
  return { score: weigh(findings), findings: sortFindings(mail, sound), notMeasured };
}

/** The findings of all rules in a mail; reuses the areas of this mail that were checked already. */
function rememberFindings(rules: readonly Rule[], mail: Mail, checked: readonly CheckedArea[]) {
  const findIn = (other: Mail, done: readonly CheckedArea[]) =>
    AREAS.flatMap(
      (area) => (done.find((found) => found.area === area) ?? checkArea(other, area, rules)).findings,
    );
  let own: readonly Finding[] | undefined;
  return (other: Mail): readonly Finding[] => {
    if (other !== mail) return findIn(other, []);
    own ??= findIn(mail, checked);
    return own;
  };
}

function nameFindings(rule: string, found: readonly RuleFinding[]): Finding[] {
  const counts = new Map<string | null, number>();
  return found.map((finding) => {
    const count = (counts.get(finding.blockId) ?? 0) + 1;
    counts.set(finding.blockId, count);
    return { id: `${rule}:${finding.blockId ?? 'mail'}:${count}`, rule, ...finding };
  });
}

/** Points of a finding of the spam area on SpamAssassin's scale. */
function spamPointsOf({ points, severity }: RuleFinding): number {
  return points ?? WEIGHTS.spam[severity];
}

function weighSpam(findings: readonly Finding[]): number {
  const points = findings.reduce((sum, finding) => sum + spamPointsOf(finding), 0);
  return toScore(100 * Math.exp(-points / WEIGHTS.spamScale), findings);
}

function weighByRule(findings: readonly Finding[]): number {
  const byRule = Map.groupBy(findings, (finding) => finding.rule);
  let cost = 0;
  for (const found of byRule.values()) cost += costOf(found.map(({ severity }) => WEIGHTS.points[severity]));
  return toScore(100 - cost, findings);
}

/** The cost of the findings of one rule: the worst counts in full, each further one less. */
function costOf(weights: number[]): number {
  const sorted = weights.sort((a, b) => b - a);
  const cost = sorted.reduce((sum, weight, index) => sum + weight * WEIGHTS.repeat ** index, 0);
  return Math.min(cost, WEIGHTS.cap * (sorted[0] ?? 0));
}

/** Rounds to one decimal, so that a small defect shows; never 100 with a finding. */
function toScore(value: number, findings: readonly Finding[]): number {
  const rounded = Math.round(Math.max(value, 0) * 10) / 10;
  return findings.length === 0 ? 100 : Math.min(rounded, 99.9);
}

const RANK: Record<Severity, number> = { high: 0, medium: 1, low: 2 };

/** Worst first; among equals spam by points, then in reading order, the mail as a whole before its blocks. */
function sortFindings(mail: Mail, findings: readonly Finding[]): Finding[] {
  const placeOf = ({ blockId }: Finding) => (blockId === null ? -1 : (mail.blockOf.get(blockId)?.index ?? 0));
  return [...findings].sort(
    (a, b) =>
      RANK[a.severity] - RANK[b.severity] ||
      (b.points ?? 0) - (a.points ?? 0) ||
      placeOf(a) - placeOf(b) ||
      compareTexts(a.id, b.id),
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

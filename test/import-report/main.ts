import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Comparison, compareMail, type Pair, summarize } from './compare.ts';
import { readMails } from './mails.ts';
import { figure, percent, writePage } from './page.ts';
import { Viewer } from './viewer.ts';

/**
 * `bun run import-report DIR` imports the mails below a folder, renders them, and compares them with the originals in
 * Chromium. Writes `index.html` with both side by side, and `report.json`, to `dist/import-report`.
 */
const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: 'dist/import-report' }, match: { type: 'string', default: '' } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write('Usage: bun run import-report DIR [--out FOLDER] [--match PART-OF-NAME]\n');
  process.exit(2);
}

const out = resolve(values.out);
rmSync(join(out, 'index.html'), { force: true });
mkdirSync(out, { recursive: true });
const mails = (await readMails(resolve(folder))).filter(({ name }) => name.includes(values.match));
if (mails.length === 0) {
  process.stderr.write(`There are no .html or .mjml mails below ${folder}.\n`);
  process.exit(1);
}

const viewer = await Viewer.open();
const comparisons: Comparison[] = [];
const failures: string[] = [];
for (const mail of mails) {
  try {
    const pair = await compareMail(viewer, mail);
    await storePictures(pair, comparisons.length);
    comparisons.push(pair.comparison);
    printMail(pair.comparison);
  } catch (error) {
    failures.push(`${mail.name}: ${error instanceof Error ? error.message : String(error)}`);
    process.stdout.write(`${failures.at(-1)}\n`);
  }
}
await viewer.close();

const summary = summarize(comparisons);
await Bun.write(join(out, 'index.html'), writePage(comparisons, failures, summary));
await Bun.write(join(out, 'report.json'), JSON.stringify({ summary, failures, mails: comparisons }, null, 2));
process.stdout.write(
  `${summary.mails} mails: SSIM ${figure(summary.wide)} at 700 px, ${figure(summary.phone)} at 360 px; ` +
    `${percent(summary.htmlShare)} of blocks are HTML; of ${summary.words} words ${summary.missing} missing, ` +
    `${summary.invisible} invisible; ${failures.length} not imported.\n${join(out, 'index.html')}\n`,
);
process.exit(0);

async function storePictures({ pictures }: Pair, index: number): Promise<void> {
  for (const [width, sights] of Object.entries(pictures)) {
    for (const [side, { png }] of Object.entries(sights)) {
      await Bun.write(join(out, `${index}-${width}-${side}.png`), png);
    }
  }
}

function printMail({ name, wide, phone, blocks, htmlBlocks, missing, invisible }: Comparison): void {
  process.stdout.write(
    `${figure(wide)} ${figure(phone)}  HTML ${htmlBlocks}/${blocks}  missing ${missing.length}  invisible ${invisible.length}  ${name}\n`,
  );
}

import { escapeAttribute } from '../../src/mail/parse/escape.ts';
import type { Comparison, Summary } from './compare.ts';

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:32px;color:#1a1a1a;background:#fafafa}
table{border-collapse:collapse;background:#fff}th,td{padding:6px 12px;border:1px solid #ddd;text-align:right}
th:first-child,td:first-child{text-align:left}section{margin-top:48px}.pair{display:flex;gap:16px;align-items:flex-start;overflow-x:auto}
figure{margin:0}figcaption{color:#555;margin-bottom:4px}img{display:block;border:1px solid #ccc}.low{background:#fff1f0}`;

/** The report as a page: a table of figures, and each mail beside its import. */
export function writePage(
  comparisons: readonly Comparison[],
  failures: readonly string[],
  summary: Summary,
): string {
  const rows = comparisons.map((comparison, index) => rowOf(comparison, index)).join('\n');
  const pairs = comparisons.map((comparison, index) => pairOf(comparison, index)).join('\n');
  const failed = failures.map((text) => `<li>${escapeAttribute(text)}</li>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Import report</title><style>${STYLE}</style></head><body>
<h1>Import report</h1>
<p>${summary.mails} mails. SSIM ${figure(summary.wide)} at 700 px, ${figure(summary.phone)} at 360 px. ${percent(summary.htmlShare)} of blocks are HTML.
Of ${summary.words} visible words, ${summary.missing} are missing and ${summary.invisible} are invisible.</p>
${failed === '' ? '' : `<h2>Not imported</h2><ul>${failed}</ul>`}
<table><tr><th>Mail</th><th>SSIM 700</th><th>SSIM 360</th><th>Blocks</th><th>HTML</th><th>Words</th><th>Missing</th><th>Invisible</th></tr>
${rows}</table>
${pairs}
</body></html>`;
}

function rowOf(mail: Comparison, index: number): string {
  const cells = [figure(mail.wide), figure(mail.phone), mail.blocks, mail.htmlBlocks, mail.words];
  const faults = [mail.missing.length, mail.invisible.length];
  const isLow = mail.wide < 0.85 || mail.invisible.length > 0;
  return `<tr${isLow ? ' class="low"' : ''}><td><a href="#mail-${index}">${escapeAttribute(mail.name)}</a></td>${[...cells, ...faults].map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function pairOf(mail: Comparison, index: number): string {
  const words = (title: string, list: readonly string[]) =>
    list.length === 0 ? '' : `<p>${title}: ${escapeAttribute(list.slice(0, 60).join(' '))}</p>`;
  const picture = (side: string, width: string) =>
    `<figure><figcaption>${side}, ${width}</figcaption><img loading="lazy" src="${index}-${width}-${side}.png" alt="${side} of ${escapeAttribute(mail.name)}"></figure>`;
  const pictures = ['wide', 'phone'].flatMap((width) => [
    picture('original', width),
    picture('imported', width),
  ]);
  const notes = [...new Set(mail.notes)].join(', ');
  return `<section id="mail-${index}"><h2>${escapeAttribute(mail.name)}</h2><p>SSIM ${figure(mail.wide)} / ${figure(mail.phone)}${notes === '' ? '' : `. Notes: ${escapeAttribute(notes)}`}</p>
${words('Missing', mail.missing)}${words('Invisible', mail.invisible)}<div class="pair">${pictures.join('')}</div></section>`;
}

/** A similarity, with three digits. */
export const figure = (value: number) => value.toFixed(3);

/** A share as a percentage. */
export const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

import { escapeText } from '../../mail/parse/escape.ts';
import type { AccessibilityReport } from './report-schema.ts';

const WORDS = { passed: 'Passed', failed: 'Failed', not_measured: 'Not measured' };

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse;width:100%}th,td{border:1px solid #767676;padding:.4rem .6rem;text-align:start;vertical-align:top}
dt{font-weight:bold}dd{margin:0 0 .5rem;overflow-wrap:anywhere}ul{margin:.3rem 0 0;padding-inline-start:1.2rem}
.failed{color:#a40000;font-weight:bold}tr{break-inside:avoid}`;

/** A report as a page without scripts, to read and to print. */
export function writeReportPage(report: AccessibilityReport, signature: string): string {
  const title = `Accessibility report: ${report.title ?? 'Untitled'}`;
  const facts: [term: string, value: string | number | null][] = [
    ['Verdict', WORDS[report.verdict]],
    ['Score', `${report.score} of 100`],
    ['Standards', report.standards.join(', ')],
    ['Template', report.template_id],
    ['Version', report.version],
    ['Checked at', report.checked_at],
    ['Checked by', report.checked_by],
    ['SHA-256 of the content', report.content_sha256],
    ['Signature (JWS, HS256, with the signing key of the project)', signature],
  ];
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeText(title)}</h1>
<dl>
${facts.map(([term, value]) => `<dt>${escapeText(term)}</dt><dd>${escapeText(String(value ?? '–'))}</dd>`).join('\n')}
</dl>
<h2>Rules</h2>
<table>
<thead><tr><th scope="col">Requirement</th><th scope="col">WCAG 2.2</th><th scope="col">EN 301 549</th><th scope="col">Verdict</th></tr></thead>
<tbody>
${report.rules.map(writeRule).join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`;
}

function writeRule({
  rule,
  requirement,
  wcag,
  verdict,
  reason,
  places,
  places_omitted = 0,
}: AccessibilityReport['rules'][number]): string {
  const notes = [
    ...(reason === undefined ? [] : [reason]),
    ...places.map(
      ({ block_id, message }) => `${block_id === null ? 'The mail' : `Block ${block_id}`}: ${message}`,
    ),
    ...(places_omitted > 0 ? [`${places_omitted} further places`] : []),
  ];
  const list =
    notes.length === 0 ? '' : `<ul>${notes.map((note) => `<li>${escapeText(note)}</li>`).join('')}</ul>`;
  const criteria = wcag.map(({ criterion, name, level }) => `${criterion} ${name} (${level})`);
  const clauses = wcag.map(({ en_301_549 }) => en_301_549 ?? '–');
  return `<tr><th scope="row">${escapeText(requirement)}<br><small>${escapeText(rule)}</small></th><td>${escapeText(criteria.join(', '))}</td><td>${escapeText(clauses.join(', '))}</td><td><span class="${verdict}">${WORDS[verdict]}</span>${list}</td></tr>`;
}

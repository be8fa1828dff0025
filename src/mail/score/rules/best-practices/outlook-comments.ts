import { listSpans, replaceComments, replaceSpans } from '../../../parse/spans.ts';
import { andMore, quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';

/** From `<!--[if …]>` to `<![endif]-->`: other clients read a comment. */
const HIDDEN_OPEN = /<!--\[if[^\]<>]{0,200}\]>(?!\s{0,9}(?:<!-->|-->))/gi;
const HIDDEN_CLOSE = /<!\[endif\]-->/gi;
/** From `<!--[if …]><!-->` to `<!--<![endif]-->`: other clients read what is between. */
const SHOWN_OPEN = /<!--\[if[^\]<>]{0,200}\]>\s{0,9}(?:<!)?-->|<!\[if[^\]<>]{0,200}\]>/gi;
const SHOWN_CLOSE = /<!--\s*<!\[endif\]-->|<!\[endif\]>/gi;

/**
 * What readers lose because of conditional comments. The new Outlook and all other clients ignore them; Outlook for Windows
 * shows what they hold, and leaves out what is for the others.
 */
export const outlookCommentsRule: Rule = {
  id: 'best.outlook-comments',
  area: 'bestPractices',
  check({ rendered }) {
    if (rendered === undefined) return { notMeasured: 'Only a rendered mail has conditional comments.' };
    const others = read(replaceComments(rendered.html, () => ''));
    const outlook = read(readAsOutlook(rendered.html));
    return [
      ...report(others, outlook, 'Outlook for Windows does not show'),
      ...report(outlook, others, 'Only Outlook for Windows shows'),
    ];
  },
};

function report(shown: ReadonlySet<string>, elsewhere: ReadonlySet<string>, claim: string): RuleFinding[] {
  const [lost, ...more] = [...shown].filter((piece) => !elsewhere.has(piece));
  if (lost === undefined) return [];
  return [
    {
      severity: 'medium',
      blockId: null,
      message: `${claim} ${quote(lost)}${andMore(more.length)}.`,
      suggestion: 'Repeat texts and links on both sides of the conditional comment, or take the comment out.',
    },
  ];
}

/** The HTML that Outlook for Windows (version 16) reads. */
function readAsOutlook(html: string): string {
  const shown = replaceSpans(
    html,
    SHOWN_OPEN,
    () => SHOWN_CLOSE,
    (span) => (isForOutlook(span) ? span.slice(span.indexOf('>') + 1) : ''),
  );
  return replaceSpans(
    shown,
    HIDDEN_OPEN,
    () => HIDDEN_CLOSE,
    (span) => (isForOutlook(span) ? span.slice(span.indexOf('>') + 1, span.lastIndexOf('<!')) : ''),
  );
}

/** Whether the condition at the begin of a span holds for Outlook 16. */
function isForOutlook(span: string): boolean {
  const start = span.indexOf('[') + '[if'.length;
  const condition = span.slice(start, span.indexOf(']', start));
  const isOfOutlook = /mso|vml/i.test(condition);
  const isOfOlder = /\b(?:lt|lte)\s+mso\s+(?:9|1[0-5])\b|\bmso\s+(?:9|1[0-5])\b/i.test(
    condition.replace(/\bgte?\s+mso\s+\d+/gi, ''),
  );
  return condition.includes('!') ? !isOfOutlook : isOfOutlook && !isOfOlder;
}

/** The lines of text and the addresses of links. */
function read(html: string): Set<string> {
  const body = html.slice(Math.max(html.search(/<body\b/i), 0));
  const pieces = new Set<string>();
  const visible = replaceSpans(
    body,
    /<style\b/gi,
    () => /<\/style\s*>/gi,
    () => '',
  );
  for (const { text } of listSpans(visible, /\bhref\s*=\s*"/gi, () => /"/g)) {
    const address = text.slice(text.indexOf('"') + 1, -1).trim();
    if (address !== '') pieces.add(address);
  }
  const texts = visible
    .replace(/<[^<>]*>/g, '\n')
    .replace(/&(?:nbsp|#160|zwnj|#847|#8204|shy);|\p{Default_Ignorable_Code_Point}|\u00a0/giu, ' ');
  for (const line of texts.split('\n'))
    if (/[\p{L}\d]/u.test(line)) pieces.add(line.replace(/\s+/g, ' ').trim());
  return pieces;
}

import { Parser } from 'htmlparser2';

/** Invisible elements of mails and MJML. */
const UNSEEN = new Set(['head', 'style', 'script', 'title', 'mj-head', 'mj-raw-unseen', 'template']);
const INLINE = new Set([
  'a',
  'b',
  'strong',
  'em',
  'i',
  'u',
  's',
  'span',
  'font',
  'small',
  'sub',
  'sup',
  'mark',
]);

/**
 * The visible words of HTML or MJML, found independently of the import with a streaming parser. Hidden elements, such
 * as preview texts, are left out.
 */
export function wordsOf(markup: string): string[] {
  const stack: { name: string; isUnseen: boolean }[] = [];
  let text = '';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const isHidden = /display:\s*none/.test(attributes.style ?? '');
        stack.push({ name, isUnseen: isHidden || UNSEEN.has(name) });
        if (!INLINE.has(name)) text += ' ';
      },
      onclosetag(name) {
        stack.pop();
        if (!INLINE.has(name)) text += ' ';
      },
      ontext(data) {
        if (!stack.some(({ isUnseen }) => isUnseen)) text += data;
      },
    },
    { recognizeSelfClosing: true },
  );
  parser.end(markup);
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The share of the expected words that were found, counting repetitions: 1 for all. */
export function shareOf(expected: readonly string[], found: readonly string[]): number {
  if (expected.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  let kept = 0;
  for (const word of expected) {
    const times = left.get(word) ?? 0;
    if (times > 0) kept += 1;
    left.set(word, times - 1);
  }
  return kept / expected.length;
}

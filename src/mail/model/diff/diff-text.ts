import { alignSequences, type Budget, type Hunk } from './align-sequences.ts';
import { escapeHtml, type StyleNames, splitRichText, splitWords, type Token } from './tokens.ts';

/**
 * A stretch of a text that stayed, came or went. The equal and the deleted ones together are the old text, the equal
 * and the inserted ones the new.
 */
export interface TextRun {
  kind: 'equal' | 'inserted' | 'deleted';
  text: string;
  /**
   * The same as HTML that is safe to show inside a line: of the markup only elements for the look of text are left,
   * and of their attributes where a link leads, as its title.
   */
  html: string;
}

/** Beyond this many characters, old and new together, a text counts as replaced. */
const LONGEST = 200_000;

/**
 * The runs of a text that has changed, word by word. Undefined when that tells no more than both texts do: single
 * words, colors, addresses, and texts too long for it.
 */
export function diffText(
  before: string,
  after: string,
  options: { isRich: boolean; budget: Budget },
): TextRun[] | undefined {
  if (before.length + after.length > LONGEST) return undefined;
  if (!options.isRich && !(/\S\s+\S/.test(before) || /\S\s+\S/.test(after))) return undefined;
  const names: StyleNames = new Map();
  const split = options.isRich ? (text: string) => splitRichText(text, names) : splitWords;
  const [old, young] = [split(before), split(after)];
  const hunks = alignSequences(
    old.map((token) => token.key),
    young.map((token) => token.key),
    options.budget,
  );
  return writeRuns(old, young, mergeHunks(old, hunks));
}

/** Two changes with nothing but a space or a mark between them read better as one. */
function mergeHunks(tokens: readonly Token[], hunks: readonly Hunk[]): Hunk[] {
  const merged: Hunk[] = [];
  for (const hunk of hunks) {
    const last = merged.at(-1);
    const isClose =
      last !== undefined &&
      hunk.beforeFrom - last.beforeTo <= 3 &&
      tokens.slice(last.beforeTo, hunk.beforeFrom).every(({ text }) => /^[^\p{L}\p{N}\n]?$/u.test(text));
    if (isClose) Object.assign(last, { beforeTo: hunk.beforeTo, afterTo: hunk.afterTo });
    else merged.push({ ...hunk });
  }
  return merged;
}

function writeRuns(old: readonly Token[], young: readonly Token[], hunks: readonly Hunk[]): TextRun[] {
  const runs: TextRun[] = [];
  const add = (kind: TextRun['kind'], tokens: readonly Token[]): void => {
    const run = { kind, ...showTokens(tokens) };
    if (run.text !== '') runs.push(run);
  };
  let from = 0;
  for (const { beforeFrom, beforeTo, afterFrom, afterTo } of hunks) {
    add('equal', old.slice(from, beforeFrom));
    add('deleted', old.slice(beforeFrom, beforeTo));
    add('inserted', young.slice(afterFrom, afterTo));
    from = beforeTo;
  }
  add('equal', old.slice(from));
  return runs;
}

function showTokens(tokens: readonly Token[]): { text: string; html: string } {
  let html = '';
  let close = '';
  let styleKey = '';
  for (const { text, style } of tokens) {
    if (text === '') continue;
    if (style.key !== styleKey) {
      html += close + style.open;
      ({ close, key: styleKey } = style);
    }
    html += text === '\n' ? '<br>' : escapeHtml(text);
  }
  return { text: tokens.map(({ text }) => text).join(''), html: html + close };
}

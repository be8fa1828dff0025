/** The property of an answer that is shown while it is being written. */
const PROPERTY = /"reply"\s*:\s*"/;

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * Reads the text of the property `reply` out of JSON while it arrives, piece by piece. `show` gets each part of the text
 * once; nothing if there is no such property. Expects it before other texts, as it is asked for.
 */
export function createReplyReader(show: (text: string) => void): (piece: string) => void {
  let rest = '';
  let state: 'before' | 'inside' | 'after' = 'before';
  return (piece) => {
    if (state === 'after') return;
    rest += piece;
    if (state === 'before') {
      const found = PROPERTY.exec(rest);
      if (found === null) return;
      rest = rest.slice(found.index + found[0].length);
      state = 'inside';
    }
    const read = readString(rest);
    rest = read.rest;
    if (read.isClosed) state = 'after';
    if (read.text !== '') show(read.text.toWellFormed());
  };
}

/** As much of the inside of a JSON string as is there: a half escape is left for later. */
function readString(source: string): { text: string; rest: string; isClosed: boolean } {
  let text = '';
  let index = 0;
  while (index < source.length) {
    const character = source[index] as string;
    if (character === '"') return { text, rest: '', isClosed: true };
    if (character !== '\\') {
      text += character;
      index += 1;
      continue;
    }
    const read = readEscape(source, index);
    if (read === undefined) break;
    text += read.text;
    index += read.length;
  }
  return splitPair(text, source.slice(index));
}

function readEscape(source: string, index: number): { text: string; length: number } | undefined {
  const kind = source[index + 1];
  if (kind === undefined) return undefined;
  if (kind !== 'u') return { text: ESCAPES[kind] ?? kind, length: 2 };
  const digits = source.slice(index + 2, index + 6);
  if (digits.length < 4) return undefined;
  const unit = Number.parseInt(digits, 16);
  return { text: String.fromCharCode(Number.isNaN(unit) ? 0xfffd : unit), length: 6 };
}

/** Half of a surrogate pair waits for the other. */
function splitPair(text: string, rest: string) {
  const last = text.charCodeAt(text.length - 1);
  if (!(last >= 0xd800 && last <= 0xdbff)) return { text, rest, isClosed: false };
  const half = `\\u${last.toString(16)}`;
  return { text: text.slice(0, -1), rest: half + rest, isClosed: false };
}

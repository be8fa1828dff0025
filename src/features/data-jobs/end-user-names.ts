const LETTER = /[\p{L}\p{N}_]/u;

/**
 * Replaces names in a text where they are whole words. A name of one word may also be a common word, so it is replaced
 * only in mentions such as `@Name`.
 */
export function replaceNames(text: string, names: ReadonlySet<string>, by: string): string {
  // The longest first: "Ada Lovelace" before "Ada".
  return [...names]
    .sort((a, b) => b.length - a.length)
    .reduce((changed, name) => replaceName(changed, name, by), text);
}

function replaceName(text: string, name: string, by: string): string {
  const isOneWord = !/\s/.test(name.trim());
  let result = '';
  let rest = 0;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const before = text[at - 1] ?? '';
    const after = text[at + name.length] ?? '';
    const isWhole = !LETTER.test(after) && (isOneWord ? before === '@' : !LETTER.test(before));
    if (!isWhole) continue;
    result += text.slice(rest, at) + by;
    rest = at + name.length;
  }
  return result + text.slice(rest);
}

/** A text as messages name it: in quotes, on one line, cut to a length. */
export function quote(text: string, length = 60): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= length
    ? `“${line}”`
    : `“${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…”`;
}

/** A text for messages: in quotes, on one line, cut to a length. */
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

/** `, and 2 more here` for messages that quote one of several places; '' without others. */
export function andMore(others: number): string {
  return others > 0 ? `, and ${others} more here` : '';
}

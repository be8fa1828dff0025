/** Cuts a text for a message. The result has at most `most` UTF-16 units and an ellipsis, and no half of a character. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${withoutHalf(text.slice(0, most))}…`;
}

/** The beginning of a text, without half of its last character. */
export function cutAt(text: string, most: number): string {
  return text.length <= most ? text : withoutHalf(text.slice(0, most));
}

function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}

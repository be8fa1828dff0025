/**
 * Whether a text is XML whose root element is `svg`, with any prefix. Written by hand because only the beginning of
 * the file is there: what may stand before the root is passed over, and nothing else.
 */
export function isSvg(head: Uint8Array): boolean {
  const text = decode(head);
  if (text === undefined) return false;
  let at = 0;
  for (;;) {
    const next = passOver(text, at);
    if (next === at) break;
    at = next;
  }
  return /^<([A-Za-z_][\w.-]*:)?svg[\s/>]/.test(text.slice(at, at + 200));
}

/** UTF-8, or UTF-16 with a byte order mark. `undefined`: it is no text. */
function decode(head: Uint8Array): string | undefined {
  const [first, second] = head;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  const isBigEndian = first === 0xfe && second === 0xff;
  const bytes = isBigEndian ? Buffer.from(head.subarray(0, head.length & ~1)).swap16() : head;
  // A character may be cut at the end, so that it cannot be strict; zeros are in no text.
  const text = new TextDecoder(isBigEndian ? 'utf-16le' : encoding).decode(bytes);
  return text.includes('\0') ? undefined : text;
}

/** The end of the space, comment, instruction or document type that begins there; `at` if there is none. */
function passOver(text: string, at: number): number {
  const rest = text.slice(at);
  const passed =
    /^\s+/.exec(rest) ??
    /^<\?.*?\?>/s.exec(rest) ??
    /^<!--.*?-->/s.exec(rest) ??
    // An internal subset in brackets is what some drawing programs declare their name spaces with.
    /^<!DOCTYPE\s+([\w.-]+:)?svg\b(?:[^[\]<>'"]|"[^"]*"|'[^']*')*(?:\[(?:[^\]'"]|"[^"]*"|'[^']*')*\]\s*)?>/.exec(
      rest,
    );
  return at + (passed?.[0].length ?? 0);
}

/**
 * The text of a header. Headers are Latin-1, so clients percent-encode other characters, as in paths, or send UTF-8
 * bytes, as curl does. Any other value is taken literally.
 */
export function decodeHeaderText(header: string): string {
  const text = attempt(() => utf8.decode(Buffer.from(header, 'latin1'))) ?? header;
  return attempt(() => decodeURIComponent(text)) ?? text;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function attempt(decode: () => string): string | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

import { isUtf8 } from 'node:buffer';

/** How far charsets are searched in a text. HTML looks at 1,024 bytes; mails have long comments before. */
const MOST_BEFORE = 8 * 1024;

/** Encodings that a text may not have: browsers refuse UTF-7, in which `+ADw-` is `<`. */
const REFUSED = /^(?:utf-?7|unicode-1-1-utf-7|imap-utf-7)/i;

/** A charset that is not read. */
export class UnknownCharset extends Error {}

/**
 * Decodes a text by its byte order mark, the charset that its sender declares, its own declaration (`<meta>`, XML), or as
 * UTF-8; as windows-1252 where it is not UTF-8.
 * @param declared the charset of a header
 * @throws UnknownCharset
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const charset =
    markOf(bytes) ?? declared ?? findCharset(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  return decoderOf(charset).decode(bytes);
}

function decoderOf(charset: string): TextDecoder {
  const label = charset.trim().replace(/^["']|["']$/g, '');
  if (REFUSED.test(label))
    throw new UnknownCharset(`The charset "${label}" is not safe. Save the text as UTF-8.`);
  try {
    return new TextDecoder(label as Bun.Encoding);
  } catch {
    throw new UnknownCharset(`The charset "${label.slice(0, 40)}" is not known. Save the text as UTF-8.`);
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // A tag in UTF-16 without a mark.
  if (first === 0x3c && second === 0) return 'utf-16le';
  return first === 0 && second === 0x3c ? 'utf-16be' : undefined;
}

/** The charset that a text of HTML, XML or CSS declares for itself. */
export function findCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, MOST_BEFORE)).toString('latin1');
  const declared =
    /^\s*<\?xml\s[^<>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head) ??
    /<meta\s[^<>]{0,300}\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i.exec(head) ??
    /^@charset\s+"([\w.:-]{1,40})"/i.exec(head);
  const charset = declared?.[1];
  // The text could not be read this far in UTF-16, so it is a mistake for UTF-8.
  return charset !== undefined && /^utf-?16/i.test(charset) ? 'utf-8' : charset;
}

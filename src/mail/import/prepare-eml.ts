import { isUtf8 } from 'node:buffer';
import { findCharset } from '../parse/decode-text.ts';

/** Most characters of a part in which its charset is searched. */
const MOST = 16_000;

/** A header of a part of text without a charset. Its other lines begin with white space. */
const TEXT_TYPE = /^content-type:[ \t]*text\/(?:html|plain)\b[^\r\n]*(?:\r?\n[ \t][^\r\n]*){0,9}/gim;

/**
 * A saved mail in which each text part that names no charset has the one its text declares, or the one its bytes fit. Mail
 * programs guess it in the same way.
 */
export function declareCharsets(mail: Uint8Array): Uint8Array {
  const raw = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength).toString('latin1');
  const declared = raw.replace(TEXT_TYPE, (header, at: number) => {
    if (/charset\s*=/i.test(header)) return header;
    const part = raw.slice(at, at + MOST);
    const end = /\r?\n\r?\n/.exec(part);
    if (end === null) return header;
    const rest = part.slice(end.index + end[0].length);
    const body = decodePart(rest.split(/\r?\n--/, 1)[0] ?? '', partHeaders(raw, at, end.index));
    return `${header}; charset=${findCharset(body) ?? (isUtf8(withoutCut(body)) ? 'utf-8' : 'windows-1252')}`;
  });
  return Buffer.from(nameByLocation(declared), 'latin1');
}

const LOCATION = /^content-location:[ \t]*([^\r\n]{1,1000})$/gim;

/** A saved page in which each part that has an address only (RFC 2557) has it as its id, by which parts are found. */
export function nameByLocation(raw: string): string {
  return raw.replace(LOCATION, (header, address: string, at: number) => {
    const length = /\r?\n\r?\n/.exec(raw.slice(at, at + 4000))?.index ?? header.length;
    const hasId = /^content-id:/im.test(partHeaders(raw, at, length));
    return hasId ? header : `${header}\r\nContent-ID: <${address.trim()}>`;
  });
}

/** The headers around a header: from the empty line before it to that after it. */
function partHeaders(raw: string, at: number, length: number): string {
  const before = raw.slice(Math.max(0, at - 4000), at);
  const start = Math.max(
    before.lastIndexOf('\n\n'),
    before.lastIndexOf('\n\r\n'),
    before.lastIndexOf('\n--'),
  );
  return before.slice(Math.max(start, 0)) + raw.slice(at, at + length);
}

function decodePart(body: string, headers: string): Buffer {
  const encoding = /^content-transfer-encoding:\s*([\w-]+)/im.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const text = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_code, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}

/** Without the character at the end that may be cut. */
function withoutCut(bytes: Buffer): Buffer {
  const end = bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  return end > bytes.length - 4 ? bytes.subarray(0, Math.max(end, 0)) : bytes;
}

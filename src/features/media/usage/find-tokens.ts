import { MEDIA_PATH, TOKEN, TOKEN_LENGTH } from '../addresses.ts';

const MARK = Buffer.from(`${MEDIA_PATH}/`);

/**
 * The tokens of addresses of files that stand in a content, given as the UTF-8 bytes of its JSON. It is searched as it
 * is: parsing it would cost more than storing it.
 */
export function findTokens(json: Uint8Array): string[] {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const tokens = new Set<string>();
  for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at + MARK.length)) {
    const start = at + MARK.length;
    const token = bytes.toString('latin1', start, start + TOKEN_LENGTH);
    if (TOKEN.test(token)) tokens.add(token);
  }
  return [...tokens];
}

import { expect } from 'bun:test';

/** What the first bytes say a picture is. */
function typeOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (start === 'GIF8') return 'image/gif';
  if (start === '\x89PNG') return 'image/png';
  return start.startsWith('\xff\xd8\xff') ? 'image/jpeg' : `unknown: ${start}`;
}

/** A picture of this type that others may embed; its bytes. */
export async function expectImage(response: Response, type: string): Promise<Uint8Array> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const bytes = await response.bytes();
  expect(typeOf(bytes)).toBe(type);
  return bytes;
}

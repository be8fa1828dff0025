import { createHmac } from 'node:crypto';
import { readRows } from '../../support/read-rows.ts';
import type { TestApp } from '../../support/test-app.ts';

/** A part of a JWT. */
export const encodePart = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** A JWT made by hand, independently of the library the service uses. */
export function signByHand(
  header: object,
  claims: unknown,
  key: Uint8Array | string,
  hash: 'sha256' | 'sha384' | 'sha512' = 'sha256',
): string {
  const signed = `${encodePart(header)}.${encodePart(claims)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

/** The key that signs tokens at the moment, straight from the database. */
export async function readSigningKey(app: TestApp): Promise<{ kid: string; secret: Buffer }> {
  const [row] = await readRows<{ kid: string; secret: Uint8Array }>(
    app,
    `SELECT kid, secret FROM token_keys WHERE retires_at IS NULL`,
  );
  if (row === undefined) throw new Error('no token has been signed yet');
  return { kid: row.kid, secret: Buffer.from(row.secret) };
}

/** Header and claims of a token. */
export function readToken(token: string): {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
} {
  const [header = '', claims = ''] = token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString());
  return { header: JSON.parse(header), claims: JSON.parse(claims) };
}

/** Calls below a tenant's path with a token that outlives any clock a test may set. */
export async function openTenantForever(app: TestApp, tenant: string) {
  const { token, base } = await app.openTenant(tenant);
  const { header, claims } = readToken(token);
  const lasting = signByHand(header, { ...claims, exp: 9_999_999_999 }, (await readSigningKey(app)).secret);
  const request: TestApp['request'] = (method, path, options = {}) =>
    app.request(method, base + path, { token: lasting, ...options });
  return { base, token: lasting, request };
}

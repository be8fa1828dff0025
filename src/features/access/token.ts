import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { Cache } from '../../platform/caching/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { createId } from '../../platform/ids.ts';
import { randomBytes } from '../../platform/security/crypto.ts';
import { insertTokenKey, selectTokenKeys, type TokenKeyRow } from './queries.ts';

export const TOKEN_LIFETIME_SECONDS = 600;

/** How long an expired token may still bring a page back into its channel: a working day. */
const MAX_EXPIRED_SECONDS = 24 * 3600;

/** A key rotation by another server is noticed within this time. */
const MAX_KEY_AGE_MS = 60_000;

/** Anybody can send tokens with unknown keys. They cause a query at most this often. */
const MIN_RELOAD_MS = 1_000;

const ALGORITHM = 'HS256';
const ISSUER = 'galley';

/** The claims of a token: project, tenant, and the user if the customer named one. */
export interface TokenClaims {
  projectId: string;
  tenantId: number;
  tenantSlug: string;
  user?: { id: string; name: string };
  /** Hash of the allowed recipients of test mails, see `digestRecipients`. */
  recipientsDigest?: string;
  /** Whether the session may share saved modules with the project. */
  mayShareModules?: true;
  /**
   * The person with an account who opened the editor from the dashboard. The token has the rights of that person's
   * role.
   */
  accountId?: string;
}

interface VerifiedToken {
  claims: TokenClaims;
  expiresAt: number;
  keyId: string;
}

interface LoadedKey {
  kid: string;
  key: CryptoKey;
  retiresAt: number | null;
}

/** Signs and verifies access tokens with the stored keys. */
export class TokenAuthority {
  readonly #deps: Deps;
  readonly #cache: Cache<LoadedKey[]>;
  #reloadedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: Deps) {
    const { bus, clock, cacheBudget: budget } = deps;
    this.#deps = deps;
    this.#cache = new Cache({
      budget,
      invalidation: { bus, clock, topics: ['token_keys.rotated'], maxAgeMs: MAX_KEY_AGE_MS },
    });
  }

  async sign(claims: TokenClaims): Promise<{ token: string; expiresAt: number }> {
    const signing = (await this.#keys()).find((key) => key.retiresAt === null);
    if (signing === undefined) throw new Error('there is no key to sign tokens with');
    const now = Math.floor(this.#deps.clock.now() / 1000);
    const expiresAt = now + TOKEN_LIFETIME_SECONDS;
    const token = new SignJWT(toPayload(claims, now, expiresAt));
    const { kid, key } = signing;
    return {
      token: await token.setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' }).sign(key),
      expiresAt,
    };
  }

  /** The claims, the time of expiry (Unix seconds) and the id of the key; undefined for an invalid token. */
  verify(token: string): Promise<VerifiedToken | undefined> {
    return this.#verify(token, 0);
  }

  /** Like `verify`, for a token that may have expired up to `MAX_EXPIRED_SECONDS` ago. */
  verifyEvenExpired(token: string): Promise<VerifiedToken | undefined> {
    return this.#verify(token, MAX_EXPIRED_SECONDS);
  }

  /** Whether tokens of this key are accepted. */
  async isAcceptedKey(keyId: string): Promise<boolean> {
    const now = this.#deps.clock.now();
    return (await this.#keys()).some((key) => key.kid === keyId && isAccepted(key, now));
  }

  #keys(): Promise<LoadedKey[]> {
    return this.#cache.getOrLoad('keys', () => loadKeys(this.#deps));
  }

  /**
   * The keys, including that of the token. A key that another server has just created may be used before the message
   * about it arrives.
   */
  async #keysWith(token: string): Promise<LoadedKey[]> {
    const loaded = await this.#keys();
    const { clock, nodes: servers } = this.#deps;
    const now = clock.now();
    if (!servers.isShared || now - this.#reloadedAt < MIN_RELOAD_MS) return loaded;
    const kid = readKeyId(token);
    if (kid === undefined || loaded.some((key) => key.kid === kid)) return loaded;
    this.#reloadedAt = now;
    this.#cache.clear();
    return this.#keys();
  }

  async #verify(token: string, clockTolerance: number): Promise<VerifiedToken | undefined> {
    const loaded = await this.#keysWith(token);
    const now = this.#deps.clock.now();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, ({ kid }) => findKey(loaded, kid, now), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        requiredClaims: ['exp', 'sub', 'pid', 'tid'],
        currentDate: new Date(now),
        clockTolerance,
      });
      return {
        claims: readClaims(payload),
        expiresAt: payload.exp as number,
        keyId: protectedHeader.kid as string,
      };
    } catch {
      return undefined;
    }
  }
}

/** Creates a key that signs tokens. */
export function createTokenKey(now: number): TokenKeyRow {
  return { kid: createId(), secret: Buffer.from(randomBytes(32)), createdAt: now, retiresAt: null };
}

async function loadKeys(deps: Deps): Promise<LoadedKey[]> {
  const now = deps.clock.now();
  const rows = await selectTokenKeys(deps.db.reader, now);
  return Promise.all((canSign(rows) ? rows : await addKey(deps, now)).map(importKey));
}

const canSign = (rows: readonly TokenKeyRow[]): boolean => rows.some((row) => row.retiresAt === null);

/** Adds a key, unless another server has added one meanwhile. */
function addKey({ db }: Deps, now: number): Promise<TokenKeyRow[]> {
  return db.transaction(async (connection) => {
    const rows = await selectTokenKeys(connection, now);
    if (canSign(rows)) return rows;
    const created = createTokenKey(now);
    await insertTokenKey(connection, created);
    return [created, ...rows];
  });
}

async function importKey({ kid, secret, retiresAt }: TokenKeyRow): Promise<LoadedKey> {
  const usage = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new Uint8Array(secret), usage, false, ['sign', 'verify']);
  return { kid, key, retiresAt };
}

function readKeyId(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

function findKey(keys: readonly LoadedKey[], kid: string | undefined, now: number): CryptoKey {
  const found = keys.find((key) => key.kid === kid);
  if (found === undefined || !isAccepted(found, now)) throw new Error('unknown key');
  return found.key;
}

function isAccepted({ retiresAt }: LoadedKey, now: number): boolean {
  return retiresAt === null || retiresAt > now;
}

/** `now`, `expiresAt`: Unix seconds. */
function toPayload(claims: TokenClaims, now: number, expiresAt: number): JWTPayload {
  return {
    pid: claims.projectId,
    tid: claims.tenantId,
    ...(claims.user === undefined ? {} : { usr: claims.user }),
    ...(claims.recipientsDigest === undefined ? {} : { rcp: claims.recipientsDigest }),
    ...(claims.mayShareModules && { shm: true }),
    ...(claims.accountId === undefined ? {} : { acc: claims.accountId }),
    // Makes tokens of the same second different; two pages would share one name otherwise.
    jti: Buffer.from(randomBytes(9)).toString('base64url'),
    iss: ISSUER,
    sub: claims.tenantSlug,
    iat: now,
    exp: expiresAt,
  };
}

function readClaims(payload: JWTPayload): TokenClaims {
  const claims: TokenClaims = {
    projectId: payload.pid as string,
    tenantId: payload.tid as number,
    tenantSlug: payload.sub as string,
  };
  if (payload.usr !== undefined) claims.user = payload.usr as { id: string; name: string };
  if (payload.rcp !== undefined) claims.recipientsDigest = payload.rcp as string;
  if (payload.shm === true) claims.mayShareModules = true;
  if (payload.acc !== undefined) claims.accountId = payload.acc as string;
  return claims;
}

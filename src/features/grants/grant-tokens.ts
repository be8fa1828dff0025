import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { createSecret, sha256 } from '../../platform/security/crypto.ts';
import { placeOfResource } from './addresses.ts';
import { endGrantOfClient } from './end-grant.ts';
import { clientGone, invalidGrant, OAuthError, tooManyRequests } from './errors.ts';
import { SCOPES_OF_MODE } from './modes.ts';
import {
  type GrantRow,
  insertToken,
  selectGrant,
  selectToken,
  type TokenRow,
  updateGrantExpiry,
  useToken,
} from './queries.ts';

export const CODE_MS = 2 * MINUTE_MS;
const ACCESS_MS = HOUR_MS;

/** A grant ends after this time without a new token. */
const REFRESH_MS = 90 * DAY_MS;

/**
 * How long a used refresh token still gives tokens: programs that call in parallel refresh it once for each call, and
 * repeat a request whose answer they have not received. Other uses end the grant.
 */
export const RETRY_MS = 10_000;

/** How long used refresh tokens are remembered, to notice a second use. */
export const USED_KEPT_MS = 30 * DAY_MS;

/** Of one grant. */
const REFRESHES = [{ limit: 60, windowMs: HOUR_MS }];

const PREFIXES = { code: 'goc_', access: 'goa_', refresh: 'gor_' } as const;

/** Longer texts are neither codes nor tokens. */
const MAX_LENGTH = 100;

export const hashOf = (value: string): Buffer => Buffer.from(sha256(value));

/** Makes a code or a token. Only its hash is stored. */
export async function addToken(
  db: Connection,
  grantId: string,
  kind: TokenRow['kind'],
  more: Pick<TokenRow, 'expiresAt'> & Partial<Pick<TokenRow, 'redirectUri' | 'challenge'>>,
): Promise<string> {
  const value = createSecret(PREFIXES[kind]);
  const row = {
    hash: hashOf(value),
    grantId,
    kind,
    usedAt: null,
    redirectUri: null,
    challenge: null,
    ...more,
  };
  await insertToken(db, row);
  return value;
}

/** The answer of the token endpoint. */
interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** The form of a request to the token endpoint. */
type TokenForm = Readonly<Record<string, string | undefined>>;

/** Exchanges a code for tokens. Throws `OAuthError`. */
export function exchangeCode(deps: Deps, form: TokenForm): Promise<TokenAnswer> {
  return exchange(deps, form, 'code', form.code, ({ redirectUri, challenge }) => {
    if (redirectUri !== form.redirect_uri) return false;
    const verifier = form.code_verifier ?? '';
    return /^[\w.~-]{43,128}$/.test(verifier) && hashOf(verifier).toString('base64url') === challenge;
  });
}

/** Exchanges a refresh token for new tokens. Throws `OAuthError`. */
export function refresh(deps: Deps, form: TokenForm): Promise<TokenAnswer> {
  return exchange(deps, form, 'refresh', form.refresh_token, () => true);
}

type Found = NonNullable<Awaited<ReturnType<typeof selectToken>>>;

const findToken = async ({ db }: Deps, value: string): Promise<Found | undefined> =>
  value.length > MAX_LENGTH ? undefined : selectToken(db.reader, hashOf(value));

async function exchange(
  deps: Deps,
  form: TokenForm,
  kind: 'code' | 'refresh',
  value: string | undefined,
  isProven: (token: TokenRow) => boolean,
): Promise<TokenAnswer> {
  if (!value || !form.client_id)
    throw new OAuthError(
      'invalid_request',
      `client_id and ${kind === 'code' ? 'code' : 'refresh_token'} are needed.`,
    );
  const found = await findToken(deps, value);
  const now = deps.clock.now();
  if (found === undefined && (await deps.services.grants.clients.isGone(form.client_id))) throw clientGone();
  if (found === undefined || found.token.kind !== kind || found.grant.clientId !== form.client_id)
    throw invalidGrant();
  const { token, grant } = found;
  if (token.usedAt !== null && !isRetry(token, now)) return refuseReuse(deps, found);
  if (Math.min(token.expiresAt, grant.expiresAt) <= now || !isProven(token)) throw invalidGrant();
  await requireAudience(deps, grant, form.resource);
  const { allowed, retryAfterSeconds } = await deps.rateLimits.take(`grant tokens ${grant.id}`, REFRESHES);
  if (!allowed) throw tooManyRequests(retryAfterSeconds);
  const answer = await deps.db.transaction(async (db) => {
    const isFirst = await useToken(db, token.hash, now);
    if (isFirst || isRetry((await selectToken(db, token.hash))?.token, now)) return issue(db, grant, now);
    return undefined;
  });
  return answer ?? refuseReuse(deps, found);
}

const isRetry = (token: TokenRow | undefined, now: number): boolean =>
  token?.kind === 'refresh' && token.usedAt !== null && now - token.usedAt < RETRY_MS;

async function issue(db: Connection, grant: GrantRow, now: number): Promise<TokenAnswer> {
  await updateGrantExpiry(db, grant.id, now + REFRESH_MS);
  return {
    access_token: await addToken(db, grant.id, 'access', { expiresAt: now + ACCESS_MS }),
    token_type: 'Bearer',
    expires_in: ACCESS_MS / 1000,
    refresh_token: await addToken(db, grant.id, 'refresh', { expiresAt: now + REFRESH_MS }),
    scope: SCOPES_OF_MODE[grant.mode],
  };
}

/** Throws `invalid_target` for the address of another tenant. */
async function requireAudience(deps: Deps, grant: GrantRow, resource: string | undefined): Promise<void> {
  if (resource === undefined) return;
  const place = placeOfResource(deps, resource);
  const listed = await selectGrant(deps.db.reader, grant.id);
  if (place?.projectId === grant.projectId && place.tenant === listed?.tenant) return;
  throw new OAuthError('invalid_target', 'The code or token was made for another resource.');
}

/** Ends the grant, because somebody has a copy of the code or token. */
async function refuseReuse(deps: Deps, { grant, token: { kind } }: Found): Promise<never> {
  const what = kind === 'code' ? 'a code' : 'a refresh token';
  if (await endGrantOfClient(deps, grant.id, `: ${what} was used twice`))
    deps.log.warn({ grant_id: grant.id, kind }, 'a grant was revoked: its code or token was used twice');
  throw invalidGrant();
}

/** Ends the grant of a token (RFC 7009). Unknown tokens, and those of other clients, are ignored. */
export async function revokeByToken(deps: Deps, { token, client_id }: TokenForm): Promise<void> {
  if (!token || !client_id) throw new OAuthError('invalid_request', 'client_id and token are needed.');
  const found = await findToken(deps, token);
  if (found?.grant.clientId === client_id)
    await endGrantOfClient(deps, found.grant.id, ': the agent gave it back');
}

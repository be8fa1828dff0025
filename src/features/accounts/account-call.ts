import type { Static, TSchema } from '@sinclair/typebox';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { rateLimited } from '../../platform/errors.ts';
import { parseInput } from '../../platform/json/input.ts';
import { readJsonBody } from '../../platform/json/request-body.ts';
import { networkOf } from '../../platform/network/ip-addresses.ts';
import { createAdminScope, type Scope } from '../../platform/scope.ts';
import { FRESH_SIGN_IN_MS } from '../../platform/security/admin-access.ts';
import { notSignedIn, signInTooOld } from './errors.ts';

/** No route of accounts takes a larger body. */
const MAX_BODY_BYTES = 64 * 1024;

/** Limits for an IPv4 address or an IPv6 network. */
const REQUESTS = [{ limit: 60, windowMs: MINUTE_MS }];

/** Who has signed in. */
export interface Identity {
  accountId: string;
  name: string;
  email: string;
  sessionId: string;
  /** Milliseconds since the epoch. */
  signedInAt: number;
  /** When the session ends, in milliseconds since the epoch. */
  expiresAt: number;
  /** Operators act on every team. */
  isOperator: boolean;
}

/** A request to a route of accounts, and the headers of its answer. */
export class AccountCall {
  readonly deps: Deps;
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  /** IP address of the client. */
  readonly address: string;
  readonly answerHeaders = new Headers({ 'cache-control': 'no-store' });
  #identity: Promise<Identity | undefined> | undefined;

  constructor(deps: Deps, request: Request, params: Record<string, string>, address: string) {
    this.deps = deps;
    this.request = request;
    this.params = params;
    this.address = address;
  }

  async readInput<Schema extends TSchema>(schema: Schema): Promise<Static<Schema>> {
    return parseInput(schema, (await readJsonBody(this.request, { maxBytes: MAX_BODY_BYTES })) ?? {});
  }

  /** Counts a request that anybody may send, or that stores something each time. Throws `rate_limited`. */
  async takeRate(): Promise<void> {
    const { allowed, retryAfterSeconds } = await this.deps.rateLimits.take(
      `account ${networkOf(this.address)}`,
      REQUESTS,
    );
    if (!allowed) throw rateLimited('There were too many requests.', retryAfterSeconds);
  }

  readCookie(name: CookieName): string | undefined {
    return readCookie(this.request.headers, this.deps.baseUrl, name);
  }

  /** An age of 0 removes the cookie. */
  setCookie(name: CookieName, value: string, maxAgeMs: number): void {
    this.answerHeaders.append('set-cookie', createCookie(this.deps.baseUrl, name, value, maxAgeMs));
  }

  identify(): Promise<Identity | undefined> {
    this.#identity ??= this.deps.services.accounts.identify(this.request.headers);
    return this.#identity;
  }

  async requireIdentity(): Promise<Identity> {
    const identity = await this.identify();
    if (identity === undefined) throw notSignedIn();
    return identity;
  }

  /** For changes of credentials: throws `forbidden` if the sign-in is older than 15 minutes. */
  async requireFreshIdentity(): Promise<Identity> {
    const identity = await this.requireIdentity();
    if (!isFresh(identity, this.deps.clock.now())) throw signInTooOld();
    return identity;
  }
}

/** What an account route does. The result is sent as JSON, unless it is a response. */
export type AccountHandler = (call: AccountCall) => Promise<object>;

/** `GET /passkeys/:id` → handler. */
export type AccountRoutes = Readonly<Record<string, AccountHandler>>;

export function isFresh({ signedInAt }: Pick<Identity, 'signedInAt'>, now: number): boolean {
  return now - signedInAt <= FRESH_SIGN_IN_MS;
}

/** The person as the actor in audit records. */
export function scopeOfAccount({ id, name }: { id: string; name: string }): Scope {
  return { ...createAdminScope(name), actor: { kind: 'admin', id, name } };
}

/** `second_factor`, `passkey` and `single_sign_on` are challenges; `device` marks a browser that has signed in. */
type CookieName = 'session_token' | 'second_factor' | 'passkey' | 'single_sign_on' | 'device';

export function readCookie(headers: Headers, baseUrl: string, name: CookieName): string | undefined {
  const sent = headers.get('cookie');
  if (sent === null) return undefined;
  return new Bun.CookieMap(sent).get(fullName(baseUrl, name)) ?? undefined;
}

/** The value of a `Set-Cookie` header. An age of 0 removes the cookie. */
function createCookie(baseUrl: string, name: CookieName, value: string, maxAgeMs: number): string {
  return new Bun.Cookie(fullName(baseUrl, name), value, {
    path: '/',
    maxAge: Math.floor(maxAgeMs / 1000),
    httpOnly: true,
    secure: isSecure(baseUrl),
    sameSite: 'lax',
  }).serialize();
}

/**
 * With TLS the names have the prefix `__Host-`: browsers then refuse these cookies from other hosts of the domain and
 * over plain HTTP.
 */
const fullName = (baseUrl: string, name: CookieName) => `${isSecure(baseUrl) ? '__Host-' : ''}galley.${name}`;

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:');

import { DomainError, invalidField, rateLimited } from '../platform/errors.ts';
import { refuseAfterDelay } from '../platform/limits/rate-limit.ts';
import type { LimitState, RateDecision } from '../platform/ports/rate-limits.ts';
import type { Effect, TenantScope } from '../platform/scope.ts';
import { decodeHeaderText } from '../platform/text/header-text.ts';
import { readCall } from './message.ts';
import type { Tool } from './tool.ts';

/** An API key that was verified. */
export interface VerifiedKey {
  id: string;
  name: string;
  /** The agent's name already identifies its program, so the program's name is not added. */
  isNamed?: boolean;
  /** The effects it was granted, if its agent can ask for more. */
  grantedEffects?: readonly Effect[];
}

/** Verifies keys, opens scopes and counts requests. */
export interface Authenticator<Key extends VerifiedKey = VerifiedKey> {
  /** The key with this value; undefined if no key has it, or the key has expired. */
  verifyKey(value: string, request: Request): Promise<Key | undefined>;
  /** The scope of a key in a project's tenant. Throws `not_found`, `forbidden` or `feature_unavailable`. */
  openScope(key: Key, projectId: string, tenant: string): Promise<TenantScope>;
  /** Records the name of the program that uses a key. */
  recordClient?(key: Key, client: string): void;
  /** Counts a request of a key or an address. */
  takeRate(bucket: string): Promise<RateDecision>;
  /** The project and the tenant a request is about. */
  readTenant(request: Request): { projectId: string; tenant: string };
  /** `sent`: whether the request had a key. */
  invalidKey(sent: boolean): DomainError;
  /** The header `WWW-Authenticate` of a refusal. */
  challenge(request: Request, error: 'invalid_token' | 'insufficient_scope' | undefined): string;
}

/** Authentication by API key: project and tenant are in headers. */
export const API_KEYS: Pick<Authenticator, 'readTenant' | 'invalidKey' | 'challenge'> = {
  readTenant,
  invalidKey,
  challenge: (_request, error) => (error === undefined ? 'Bearer' : `Bearer error="${error}"`),
};

/** The name of the tool that a message calls, if the key was not granted the tool's effect but could ask for it. */
export function findUngranted(
  { grantedEffects }: VerifiedKey,
  tools: readonly Tool[],
  message: unknown,
): string | undefined {
  const call = readCall(message);
  if (grantedEffects === undefined || call === undefined) return undefined;
  const tool = tools.find(({ definition }) => definition.name === call.name);
  const operations = [tool?.operation, tool?.proposing?.operation];
  const isGranted = operations.some((one) => one && grantedEffects.includes(one.effect));
  return isGranted ? undefined : tool?.definition.name;
}

/** Makes the client ask the person for more. */
export const notGranted = (tool: string) =>
  new DomainError(
    'forbidden',
    `${tool} needs more than the person has allowed. Connect the agent again to ask for it.`,
    { facts: { reason: INSUFFICIENT_SCOPE } },
  );

export const INSUFFICIENT_SCOPE = 'insufficient_scope';

/** The value in `Authorization: Bearer <value>`, or undefined. */
export function readApiKey(request: Request): string | undefined {
  return /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

/** Throws `rate_limited` with the seconds to wait, after a delay. */
export async function requireWithinLimits({ allowed, retryAfterSeconds }: RateDecision): Promise<void> {
  if (!allowed) await refuseAfterDelay(rateLimited('Rate limit exceeded.', retryAfterSeconds));
}

function invalidKey(sent: boolean): DomainError {
  const reason = sent
    ? 'The API key is invalid, expired or revoked.'
    : 'The API key is missing: send the header "Authorization: Bearer <api key>".';
  return new DomainError('unauthorized', `${reason} The operator makes keys with "galley key create".`);
}

/** The project and the tenant of a request. Throws `validation_failed`, which names the missing header. */
function readTenant(request: Request): { projectId: string; tenant: string } {
  const projectId = request.headers.get('x-project-id') ?? '';
  const tenant = decodeHeaderText(request.headers.get('x-tenant') ?? '');
  if (projectId === '') throw invalidField('X-Project-Id', 'the header is missing; send the project’s UUID.');
  if (tenant === '') throw invalidField('X-Tenant', 'the header is missing; send the tenant’s identifier.');
  return { projectId, tenant };
}

const NAMES: Readonly<Record<number, string>> = { 60: 'minute', 3600: 'hour' };

/** The limits and what remains of them, in the header fields of draft-ietf-httpapi-ratelimit-headers. */
export function describeRate({ windows }: RateDecision): Record<string, string> {
  const name = ({ windowSeconds }: LimitState) => NAMES[windowSeconds] ?? `${windowSeconds}s`;
  return {
    'ratelimit-policy': windows.map((w) => `"${name(w)}";q=${w.limit};w=${w.windowSeconds}`).join(', '),
    ratelimit: windows.map((w) => `"${name(w)}";r=${w.remaining};t=${w.resetSeconds}`).join(', '),
  };
}

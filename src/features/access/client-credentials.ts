import type { Deps } from '../../platform/deps.ts';
import { type DomainError, rateLimited } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network/ip-addresses.ts';
import { sha256Hex } from '../../platform/security/crypto.ts';
import { toPrintable } from '../../platform/text/printable-text.ts';
import type { ProjectRow } from '../projects/index.ts';
import { wrongCredentials } from './errors.ts';

/** Wrong secrets allowed per address and client ID, in the token exchange and the backend API together. */
const WRONG_SECRETS = { limit: 10, windowMs: 60_000 };

/** Client ID and secret as sent, with the IP address they came from. */
interface SentCredentials {
  address: string;
  clientId: string;
  clientSecret: string;
}

/**
 * The project with this client ID and secret. Throws `unauthorized`, or `rate_limited` after too many wrong secrets. Only
 * those count against the limit. A secret that was accepted from an address before stays accepted while wrong secrets from
 * there are blocked. This does not help to guess, because the caller must know the secret.
 */
export async function requireClient(
  deps: Deps,
  { address, clientId, clientSecret }: SentCredentials,
): Promise<ProjectRow> {
  const client: Client = { address: networkOf(address), clientId };
  const project = await deps.services.access.customers.findProject(clientId, clientSecret);
  if (project === undefined) throw await countWrongSecret(deps, client);
  await requireNotBlocked(deps, client, clientSecret);
  return project;
}

interface Client {
  /** The IP address, or the network of an IPv6 address. */
  address: string;
  clientId: string;
}

const limitKeyOf = ({ address, clientId }: Client) => `exchange ${address} ${clientId}`;

const tooManyWrongSecrets = (seconds: number) =>
  rateLimited('Too many failed attempts for this client ID.', seconds);

/**
 * Throws `rate_limited` if too many wrong secrets came from the address, unless this secret was accepted from there
 * earlier.
 */
async function requireNotBlocked(
  { rateLimits, services }: Deps,
  client: Client,
  secret: string,
): Promise<void> {
  const { acceptedCredentials } = services.access;
  const credentials = sha256Hex(`${limitKeyOf(client)} ${secret}`);
  if (acceptedCredentials.get(credentials)) return;
  const { allowed, retryAfterSeconds } = await rateLimits.peek(limitKeyOf(client), [WRONG_SECRETS]);
  if (!allowed) throw tooManyWrongSecrets(retryAfterSeconds);
  acceptedCredentials.set(credentials, true);
}

/** Counts a wrong secret and returns the error to throw. Logs the attempt that reaches the limit. */
async function countWrongSecret({ rateLimits, log, services }: Deps, client: Client): Promise<DomainError> {
  const { allowed, retryAfterSeconds, windows } = await rateLimits.take(limitKeyOf(client), [WRONG_SECRETS]);
  if (!allowed) return tooManyWrongSecrets(retryAfterSeconds);
  const [minute] = windows;
  if (minute?.remaining === 0) {
    log.warn(
      {
        address: client.address,
        client_id: toPrintable(client.clientId, 128),
        project_id: await services.access.customers.findProjectId(client.clientId),
        blocked_seconds: minute.resetSeconds,
      },
      'token exchanges are blocked for this address and client ID, and so is the backend API: too many wrong secrets',
    );
  }
  return wrongCredentials();
}

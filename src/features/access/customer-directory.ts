import { Cache } from '../../platform/caching/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { type DomainError, rateLimited } from '../../platform/errors.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { networkOf } from '../../platform/network/ip-addresses.ts';
import { equalInConstantTime, sha256, sha256Hex } from '../../platform/security/crypto.ts';
import { toPrintable } from '../../platform/text/printable-text.ts';
import {
  type ProjectRow,
  resolveTenant,
  selectClientSecrets,
  selectProjectByClientId,
  type TenantRow,
} from '../projects/index.ts';
import { wrongCredentials } from './errors.ts';

/** Wrong secrets allowed per address and client ID, in the token exchange and the backend API together. */
const WRONG_SECRETS = { limit: 10, windowMs: 60_000 };

/** Most accepted credentials in the cache. */
const MAX_ACCEPTED = 10_000;

/** Compared with the secret for an unknown client ID, so that the check takes as long as for a known one. */
const NO_SECRETS = [{ hash: new Uint8Array(32), expiresAt: null }];

/** Client ID and secret as sent, with the IP address they came from. */
interface SentCredentials {
  address: string;
  clientId: string;
  clientSecret: string;
}

/** Finds the projects of backends by their credentials, and the tenants of projects. Both are cached. */
export class CustomerDirectory {
  readonly #deps: Deps;
  readonly #clients: Cache<NonNullable<Awaited<ReturnType<typeof loadClient>>>>;
  readonly #tenants: Cache<TenantRow>;
  /** Digests of accepted credentials with their address. */
  readonly #accepted: Cache<true>;

  constructor(deps: Deps) {
    const { bus, clock, cacheBudget: budget } = deps;
    this.#deps = deps;
    this.#clients = new Cache({
      budget,
      maxEntries: 1_000,
      invalidation: { bus, clock, topics: ['project.changed'] },
    });
    this.#tenants = new Cache({
      budget,
      maxEntries: 20_000,
      invalidation: { bus, clock, topics: ['tenant.changed', 'tenant.deleted', 'tenant.moved'] },
    });
    this.#accepted = new Cache({ budget, maxEntries: MAX_ACCEPTED });
  }

  /**
   * The project with this client ID and secret. Throws `unauthorized`, or `rate_limited` after too many wrong secrets. Only
   * those count against the limit. A secret that was accepted from an address before stays accepted while wrong secrets from
   * there are blocked. This does not help to guess, because the caller must know the secret.
   */
  async requireProject({ address, clientId, clientSecret }: SentCredentials): Promise<ProjectRow> {
    const presented = sha256(clientSecret);
    const client = await this.#clients.getOrLoad(clientId, () => loadClient(this.#deps, clientId));
    const now = this.#deps.clock.now();
    // No early exit, so that the duration does not tell which secret matched.
    const matches = (client?.secrets ?? NO_SECRETS).filter(
      ({ hash, expiresAt }) =>
        equalInConstantTime(hash, presented) && (expiresAt === null || expiresAt > now),
    );
    const network = networkOf(address);
    if (client === undefined || matches.length === 0)
      throw await this.#countWrongSecret(network, clientId, client?.project.id);
    await this.#requireNotBlocked(network, clientId, clientSecret);
    return client.project;
  }

  /** The tenant with this identifier, created if it is new. */
  resolveTenant(emit: (event: DomainEvent) => void, project: ProjectRow, slug: string): Promise<TenantRow> {
    return this.#tenants.getOrLoad(`${project.id} ${slug}`, () =>
      resolveTenant({ deps: this.#deps, emit }, project, slug),
    );
  }

  /**
   * Throws `rate_limited` if too many wrong secrets came from the address, unless this secret was accepted from there
   * earlier.
   */
  async #requireNotBlocked(network: string, clientId: string, secret: string): Promise<void> {
    const limit = limitKeyOf(network, clientId);
    const credentials = sha256Hex(`${limit} ${secret}`);
    if (this.#accepted.get(credentials)) return;
    const { allowed, retryAfterSeconds } = await this.#deps.rateLimits.peek(limit, [WRONG_SECRETS]);
    if (!allowed) throw tooManyWrongSecrets(retryAfterSeconds);
    this.#accepted.set(credentials, true);
  }

  /** Counts a wrong secret and returns the error to throw. Logs the attempt that reaches the limit. */
  async #countWrongSecret(
    network: string,
    clientId: string,
    projectId: string | undefined,
  ): Promise<DomainError> {
    const { rateLimits, log } = this.#deps;
    const decision = await rateLimits.take(limitKeyOf(network, clientId), [WRONG_SECRETS]);
    if (!decision.allowed) return tooManyWrongSecrets(decision.retryAfterSeconds);
    const [minute] = decision.windows;
    if (minute?.remaining === 0) {
      log.warn(
        {
          address: network,
          client_id: toPrintable(clientId, 128),
          project_id: projectId,
          blocked_seconds: minute.resetSeconds,
        },
        'token exchanges are blocked for this address and client ID, and so is the backend API: too many wrong secrets',
      );
    }
    return wrongCredentials();
  }
}

/** `network`: the IP address, or the network of an IPv6 address. */
const limitKeyOf = (network: string, clientId: string) => `exchange ${network} ${clientId}`;

const tooManyWrongSecrets = (seconds: number) =>
  rateLimited('Too many failed attempts for this client ID.', seconds);

async function loadClient(deps: Deps, clientId: string) {
  const project = await selectProjectByClientId(deps.db.reader, clientId);
  if (project === undefined) return undefined;
  return { project, secrets: await selectClientSecrets(deps.db.reader, project.id) };
}

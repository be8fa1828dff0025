import { DomainError } from '../errors.ts';
import type { Nodes } from '../ports/nodes.ts';

/** Throws `unavailable` if another server may have taken the place of this one, whose caches would be out of date. */
export function requireLease(servers: Pick<Nodes, 'mayServe'>): void {
  if (servers.mayServe) return;
  throw new DomainError(
    'unavailable',
    'This server is cut off from its database. Try again in a few seconds.',
    {
      retryAfterSeconds: 2,
    },
  );
}

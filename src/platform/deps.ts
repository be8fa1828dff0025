import type { Clock } from './clock.ts';
import type { EventBus } from './events.ts';
import type { Logger } from './log.ts';
import type { Plan, PlanFeature } from './plan.ts';
import type { Bus } from './ports/bus.ts';
import type { Database } from './ports/database.ts';
import type { FileStore } from './ports/file-store.ts';
import type { Locks } from './ports/locks.ts';
import type { RateLimits } from './ports/rate-limits.ts';
import type { PublicFetch } from './public-fetch/index.ts';
import type { Listening } from './reach.ts';

/**
 * What lives as long as the application, such as caches and pools, by feature. Each feature declares its own here, in its
 * `feature.ts`. Those with a `close` are closed before the database.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Services {}

/** What operations work with. Built once, by `openService`. */
export interface Deps {
  clock: Clock;
  log: Logger;
  db: Database;
  rateLimits: RateLimits;
  locks: Locks;
  /** Messages to all servers of the installation; events are for listeners in this process. */
  bus: Bus;
  events: EventBus;
  /** Every plan a project can have, by name. */
  plans: ReadonlyMap<string, Plan>;
  /** Plan features that cannot work with this server's settings; clients are not offered them, whatever the plan. */
  unavailable: ReadonlySet<PlanFeature>;
  /** The address clients reach this server under, without a trailing slash. */
  baseUrl: string;
  /** Where the server listens, as far as it is known before it does. */
  listening: Listening;
  /** Absolute path of the data directory. */
  dataDir: string;
  /** Where finished files are kept. */
  files: FileStore;
  /** Absolute path of the folder for unfinished files, on the file system of `files`; emptied at start. */
  incomingDir: string;
  /** Fetches files users name by their addresses. */
  publicFetch: PublicFetch;
  /** Seals what goes out and has to come back unchanged: page cursors, addresses of pictures. */
  sealKey: Uint8Array;
  services: Services;
}

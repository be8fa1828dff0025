import type { CacheBudget } from './caching/cache-budget.ts';
import type { Clock } from './clock.ts';
import type { EventBus } from './events.ts';
import type { AnswerBudget } from './fair-use/answer-budget.ts';
import type { BodyQueue } from './fair-use/body-queue.ts';
import type { FairShare } from './fair-use/fair-share.ts';
import type { Plan, PlanFeature } from './limits/plan.ts';
import type { Logger } from './logging/log.ts';
import type { PublicFetch } from './network/public-fetch/index.ts';
import type { Listening } from './network/server-address.ts';
import type { Bus } from './ports/bus.ts';
import type { ChannelLogs } from './ports/channel-log.ts';
import type { Database } from './ports/database.ts';
import type { FileStore } from './ports/file-store.ts';
import type { Locks } from './ports/locks.ts';
import type { MailScreenshots } from './ports/mail-screenshots.ts';
import type { Nodes } from './ports/nodes.ts';
import type { RateLimits } from './ports/rate-limits.ts';
import type { SharedMaps } from './ports/shared-maps.ts';
import type { Tracing } from './ports/tracing.ts';
import type { Leader } from './tasks/leader.ts';

/**
 * Objects that live as long as the application, such as caches and pools, by feature. Each feature adds its own to this
 * interface in its `feature.ts`. Services with a `close` method are closed before the database.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Services {}

/** The dependencies of operations. Built once, by `openService`. */
export interface Deps {
  clock: Clock;
  log: Logger;
  db: Database;
  /** The memory that all caches share. */
  cacheBudget: CacheBudget;
  rateLimits: RateLimits;
  sharedMaps: SharedMaps;
  /** What pages say about templates, in order. */
  roomLogs: ChannelLogs;
  locks: Locks;
  /** Decides which server runs the periodic work. */
  leader: Leader;
  /** The servers that run on the database. */
  nodes: Nodes;
  /** Tracks what each tenant uses of the worker processes, for all pools. */
  fairShare: FairShare;
  /** The queue for requests with large bodies. */
  bodyQueue: BodyQueue;
  /** Sends messages to all servers of the installation. For listeners in this process use `events`. */
  bus: Bus;
  events: EventBus;
  /** Every plan a project can have, by name. */
  plans: ReadonlyMap<string, Plan>;
  /** Plan features that cannot work with this server's settings. They are switched off for clients in every plan. */
  unavailable: ReadonlySet<PlanFeature>;
  /** The address of this server for clients, without a trailing slash. */
  baseUrl: string;
  /** The address of the CDN in front of `/media`, without a trailing slash; empty without a CDN. */
  mediaUrl: string;
  /** The ports of this server. A port that is chosen at start is known only after the start. */
  listening: Listening;
  /** Absolute path of the data directory. */
  dataDir: string;
  /** Stored media files. */
  files: FileStore;
  /** Absolute path of the local folder for unfinished files, which `files` moves out of it. Emptied at start. */
  incomingDir: string;
  /** Fetches files from URLs that users supply, from public addresses only. */
  publicFetch: PublicFetch;
  /** Key for texts that clients send back unchanged: page cursors and addresses of pictures. */
  urlSigningKey: Uint8Array;
  /** Limits the memory of large answers that clients have not read yet. */
  answers: AnswerBudget;
  /** Undefined unless the settings name a browser. */
  screenshots: MailScreenshots | undefined;
  /** Undefined unless the settings name a collector of traces. */
  tracing: Tracing | undefined;
  services: Services;
}

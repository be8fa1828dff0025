import type { Clock } from './clock.ts';
import type { Db } from './db/index.ts';
import type { EventBus } from './events.ts';
import type { Logger } from './log.ts';
import type { Plan } from './plan.ts';

/** What operations work with. Built once, by `createApp`. */
export interface Deps {
  clock: Clock;
  log: Logger;
  db: Db;
  events: EventBus;
  /** Every plan a project can have, by name. */
  plans: ReadonlyMap<string, Plan>;
  /** The address clients reach this server under, without a trailing slash. */
  baseUrl: string;
  /** Absolute path of the data directory. */
  dataDir: string;
  /** Signs page cursors. */
  cursorKey: Uint8Array;
}

import type { Clock } from './clock.ts';
import {
  addToTimeline,
  createTimelineRules,
  forgetOldest,
  type SlidingWindow,
  settleTimeline,
  type Timeline,
  type TimelineRules,
  waitForChange,
  waitForRoom,
} from './timeline.ts';
import { createTimelineStore, type PackedTimeline } from './timeline-store.ts';

export type { SlidingWindow } from './timeline.ts';

/** How one window stands. */
export interface WindowState {
  limit: number;
  windowSeconds: number;
  /** How many more may come now. */
  remaining: number;
  /** Seconds until `remaining` grows again: the whole wait where it is 0. 0 if nothing is counted. */
  resetSeconds: number;
}

export interface RateDecision {
  allowed: boolean;
  /** Seconds after which it would be allowed; 0 if it is. */
  retryAfterSeconds: number;
  /** In the order in which the windows were given. */
  windows: WindowState[];
}

/** Counts per key in several sliding windows at once. */
export interface SlidingWindows {
  /** Counts one for `key` if every window has room; a refused one does not count. */
  take(key: string): RateDecision;
  /** Seconds until `take` would allow `key`, or 0. Counts nothing. */
  secondsBlocked(key: string): number;
  /** Counts one for `key`, room or not: of those beyond the longest window's limit the last are remembered. */
  count(key: string): void;
  /** Whether anything is known of `key`. */
  has(key: string): boolean;
  /** Puts back what `collectChanges` gave, for a key that is not known; what has passed since is left out. */
  load(key: string, packed: Uint8Array): void;
  /** Keys counted since they were last collected, `atMost` so many. They no longer count as changed. */
  collectChanges(atMost: number): PackedTimeline[];
  /** Has a key collected again, because it could not be kept. */
  markChanged(key: string): void;
  /** Forgets keys of which nothing lies in any window. */
  forgetIdle(): void;
}

/**
 * Sliding windows over exact times, with no burst at the border of two. A key costs 12 bytes for each request within
 * its longest window, 48 KB at most: beyond a limit of 4,096 times are rounded, to the stricter side. At most 100,000 keys.
 */
export function createSlidingWindows(clock: Clock, windows: readonly SlidingWindow[]): SlidingWindows {
  const rules = createTimelineRules(windows);
  const longest = windows[rules.longest] as SlidingWindow;
  const store = createTimelineStore(rules);
  const add = (key: string, timeline: Timeline, now: number): void => {
    addToTimeline(timeline, rules, now, 1);
    store.markChanged(key);
  };
  return {
    take(key) {
      const now = clock.now();
      const timeline = store.use(key, now);
      const wait = waitForAll(timeline, rules, now);
      if (wait === 0) add(key, timeline, now);
      return {
        allowed: wait === 0,
        retryAfterSeconds: toSeconds(wait),
        windows: describeWindows(timeline, rules, now),
      };
    },
    secondsBlocked(key) {
      const timeline = store.peek(key);
      if (timeline === undefined) return 0;
      const now = clock.now();
      settleTimeline(timeline, rules, now);
      return toSeconds(waitForAll(timeline, rules, now));
    },
    count(key) {
      const now = clock.now();
      const timeline = store.use(key, now);
      if ((timeline.totals[rules.longest] as number) >= longest.limit) forgetOldest(timeline, rules);
      add(key, timeline, now);
    },
    has: (key) => store.peek(key) !== undefined,
    load: (key, packed) => store.load(key, packed, clock.now()),
    collectChanges: store.collectChanges,
    markChanged: store.markChanged,
    forgetIdle: () => store.forgetIdle(clock.now()),
  };
}

/** Milliseconds until every window has room. */
function waitForAll(timeline: Timeline, rules: TimelineRules, now: number): number {
  let wait = 0;
  for (let w = 0; w < rules.windows.length; w += 1) {
    wait = Math.max(wait, waitForRoom(timeline, rules, w, now));
  }
  return wait;
}

function describeWindows(timeline: Timeline, rules: TimelineRules, now: number): WindowState[] {
  return rules.windows.map(({ limit, windowMs }, w) => ({
    limit,
    windowSeconds: windowMs / 1000,
    remaining: Math.max(0, limit - (timeline.totals[w] as number)),
    resetSeconds: toSeconds(waitForRoom(timeline, rules, w, now) || waitForChange(timeline, rules, w, now)),
  }));
}

function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

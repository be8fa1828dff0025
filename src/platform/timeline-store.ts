import { packTimes, unpackTimes } from './packed-times.ts';
import {
  addToTimeline,
  createTimeline,
  listEntries,
  type SlidingWindow,
  settleTimeline,
  type Timeline,
  type TimelineRules,
} from './timeline.ts';

/** Keys remembered at once; beyond that the longest unused ones are forgotten, so memory stays bounded. */
export const MAX_KEYS = 100_000;

/** What an entry of a timeline can hold, and far more than any limit. */
const MAX_COUNT = 2 ** 32 - 1;

/** What was counted for a key, in few bytes. */
export interface PackedTimeline {
  key: string;
  packed: Uint8Array;
}

/** The timelines of all keys, and which of them have changed since they were last collected. */
export interface TimelineStore {
  peek(key: string): Timeline | undefined;
  /** A key's timeline as of `now`, made if there is none; the key counts as used. */
  use(key: string, now: number): Timeline;
  /** Puts back what `collectChanges` gave, for a key that is not known. */
  load(key: string, packed: Uint8Array, now: number): void;
  markChanged(key: string): void;
  /** `atMost` so many changed keys; they no longer count as changed. */
  collectChanges(atMost: number): PackedTimeline[];
  /** Forgets keys of which nothing lies in any window. */
  forgetIdle(now: number): void;
}

export function createTimelineStore(rules: TimelineRules): TimelineStore {
  // A map keeps the order of insertion: what is used moves to the end.
  const timelines = new Map<string, Timeline>();
  const changed = new Set<string>();
  const { windowMs } = rules.windows[rules.longest] as SlidingWindow;

  const forget = (key: string): void => {
    timelines.delete(key);
    changed.delete(key);
  };
  const put = (key: string, timeline: Timeline): void => {
    timelines.set(key, timeline);
    if (timelines.size > MAX_KEYS) forget(timelines.keys().next().value as string);
  };

  return {
    peek: (key) => timelines.get(key),
    use(key, now) {
      const timeline = timelines.get(key) ?? createTimeline(rules, now);
      timelines.delete(key);
      put(key, timeline);
      settleTimeline(timeline, rules, now);
      return timeline;
    },
    load: (key, packed, now) => put(key, unpackTimeline(rules, packed, now)),
    markChanged(key) {
      if (timelines.has(key)) changed.add(key);
    },
    collectChanges(atMost) {
      const collected: PackedTimeline[] = [];
      for (const key of changed) {
        if (collected.length === atMost) break;
        changed.delete(key);
        const timeline = timelines.get(key) as Timeline;
        collected.push({ key, packed: packTimes(listEntries(timeline, rules)) });
      }
      return collected;
    },
    forgetIdle(now) {
      for (const [key, timeline] of timelines) {
        if (timeline.seenAt + windowMs + rules.resolutionMs > now) return;
        forget(key);
      }
    },
  };
}

function unpackTimeline(rules: TimelineRules, packed: Uint8Array, now: number): Timeline {
  const timeline = createTimeline(rules, now);
  const entries = unpackTimes(packed);
  let total = 0;
  for (let i = 0; i < entries.length; i += 2) {
    const count = entries[i + 1] as number;
    total += count;
    // The bytes were damaged: nobody is to be kept out by them for good.
    if (total > MAX_COUNT) return createTimeline(rules, now);
    // A time in the future was written before the clock was set back.
    addToTimeline(timeline, rules, Math.min(entries[i] as number, now), count);
  }
  return timeline;
}

/** At most `limit` within any `windowMs` milliseconds. */
export interface SlidingWindow {
  limit: number;
  windowMs: number;
}

/** What holds for every timeline of a limiter. */
export interface TimelineRules {
  windows: readonly SlidingWindow[];
  /** Index of the longest window: what has left it is forgotten. */
  longest: number;
  /** Times are rounded down to a multiple of this, and leave a window that much later: stricter, never laxer. */
  resolutionMs: number;
}

/** When something was counted, for one key: the exact times, so there is no burst at the border of two windows. */
export interface Timeline {
  /** Two rings of one length, a power of two: a time in milliseconds, and how many were counted then. */
  times: Float64Array;
  counts: Uint32Array;
  /** One more than the newest entry's index. Indexes only grow; `index & (length - 1)` is the place in the ring. */
  end: number;
  /** Per window: index of its oldest entry, and how many it holds. */
  starts: number[];
  totals: number[];
  /** When it was last looked at. */
  seenAt: number;
}

/** Up to this limit in the longest window each request may have an entry of its own: 48 KB for a key that uses it up. */
const MAX_EXACT_LIMIT = 4096;

/** Beyond, requests of the same 4,000th of the longest window share an entry, so that a key costs no more than that. */
const PARTS_OF_WINDOW = 4000;

/** Most keys are addresses that come once. */
const FIRST_SIZE = 4;

/** `windows`: one at least, in any order. */
export function createTimelineRules(windows: readonly SlidingWindow[]): TimelineRules {
  const longestMs = Math.max(...windows.map((window) => window.windowMs));
  const longest = windows.findIndex((window) => window.windowMs === longestMs);
  const isExact = (windows[longest] as SlidingWindow).limit <= MAX_EXACT_LIMIT;
  return { windows, longest, resolutionMs: isExact ? 1 : Math.ceil(longestMs / PARTS_OF_WINDOW) };
}

export function createTimeline({ windows }: TimelineRules, now: number): Timeline {
  return {
    times: new Float64Array(FIRST_SIZE),
    counts: new Uint32Array(FIRST_SIZE),
    end: 0,
    starts: windows.map(() => 0),
    totals: windows.map(() => 0),
    seenAt: now,
  };
}

/** Lets what is too old at `now` leave the windows. To be called before anything is asked or added. */
export function settleTimeline(timeline: Timeline, rules: TimelineRules, now: number): void {
  if (now < timeline.seenAt) rewind(timeline, rules, now);
  timeline.seenAt = now;
  const { times, counts, starts, totals, end } = timeline;
  const mask = times.length - 1;
  for (let w = 0; w < starts.length; w += 1) {
    const newestGone = now - lifetimeIn(rules, w);
    let start = starts[w] as number;
    let total = totals[w] as number;
    while (start < end && (times[start & mask] as number) <= newestGone) {
      total -= counts[start & mask] as number;
      start += 1;
    }
    starts[w] = start;
    totals[w] = total;
  }
}

/** The clock was set back: what lies in the future now counts as of now, or it would block the key until then. */
function rewind(timeline: Timeline, rules: TimelineRules, now: number): void {
  const { times, counts, end } = timeline;
  const mask = times.length - 1;
  const oldest = timeline.starts[rules.longest] as number;
  let total = 0;
  for (let index = oldest; index < end; index += 1) {
    times[index & mask] = Math.min(times[index & mask] as number, now);
    total += counts[index & mask] as number;
  }
  timeline.starts.fill(oldest);
  timeline.totals.fill(total);
}

/** Counts `count` at `time`, which is not before the newest entry's. */
export function addToTimeline(timeline: Timeline, rules: TimelineRules, time: number, count: number): void {
  const rounded = time - (time % rules.resolutionMs);
  const oldest = timeline.starts[rules.longest] as number;
  const newest = (timeline.end - 1) & (timeline.times.length - 1);
  // An entry that has left a shorter window is older than its resolution, so it is never the one that is shared.
  if (timeline.end > oldest && (timeline.times[newest] as number) >= rounded) {
    timeline.counts[newest] = (timeline.counts[newest] as number) + count;
  } else {
    if (timeline.end - oldest === timeline.times.length) grow(timeline, oldest);
    const place = timeline.end & (timeline.times.length - 1);
    timeline.times[place] = rounded;
    timeline.counts[place] = count;
    timeline.end += 1;
  }
  for (let w = 0; w < timeline.totals.length; w += 1) {
    timeline.totals[w] = (timeline.totals[w] as number) + count;
  }
}

function grow(timeline: Timeline, oldest: number): void {
  const { times, counts, end } = timeline;
  const size = times.length * 2;
  timeline.times = new Float64Array(size);
  timeline.counts = new Uint32Array(size);
  for (let index = oldest; index < end; index += 1) {
    timeline.times[index & (size - 1)] = times[index & (times.length - 1)] as number;
    timeline.counts[index & (size - 1)] = counts[index & (times.length - 1)] as number;
  }
}

/** Takes one away from the oldest entry: for whoever counts beyond the limit, of whom the last ones are remembered. */
export function forgetOldest(timeline: Timeline, { longest }: TimelineRules): void {
  const oldest = timeline.starts[longest] as number;
  const place = oldest & (timeline.times.length - 1);
  const left = (timeline.counts[place] as number) - 1;
  timeline.counts[place] = left;
  for (let w = 0; w < timeline.starts.length; w += 1) {
    if (timeline.starts[w] !== oldest) continue;
    timeline.totals[w] = (timeline.totals[w] as number) - 1;
    if (left === 0) timeline.starts[w] = oldest + 1;
  }
}

/** Milliseconds until window `w` has room for one more; 0 if it has. */
export function waitForRoom(timeline: Timeline, rules: TimelineRules, w: number, now: number): number {
  let excess = (timeline.totals[w] as number) - (rules.windows[w] as SlidingWindow).limit + 1;
  if (excess <= 0) return 0;
  const mask = timeline.times.length - 1;
  // More than one step only where entries were kept under a larger limit.
  for (let index = timeline.starts[w] as number; index < timeline.end; index += 1) {
    excess -= timeline.counts[index & mask] as number;
    if (excess <= 0) return (timeline.times[index & mask] as number) + lifetimeIn(rules, w) - now;
  }
  return lifetimeIn(rules, w);
}

/** Milliseconds until window `w` gets room again: until its oldest entry leaves it. 0 if it is empty. */
export function waitForChange(timeline: Timeline, rules: TimelineRules, w: number, now: number): number {
  const start = timeline.starts[w] as number;
  if (start === timeline.end) return 0;
  return (timeline.times[start & (timeline.times.length - 1)] as number) + lifetimeIn(rules, w) - now;
}

/** Times and counts in turn, oldest first, of everything that is still in a window. */
export function listEntries(timeline: Timeline, { longest }: TimelineRules): number[] {
  const { times, counts, end } = timeline;
  const entries: number[] = [];
  for (let index = timeline.starts[longest] as number; index < end; index += 1) {
    const place = index & (times.length - 1);
    entries.push(times[place] as number, counts[place] as number);
  }
  return entries;
}

function lifetimeIn({ windows, resolutionMs }: TimelineRules, w: number): number {
  return (windows[w] as SlidingWindow).windowMs + resolutionMs - 1;
}

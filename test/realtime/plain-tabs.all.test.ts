import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../support/property-runs.ts';
import { RandomSession, stepsOf } from './sessions/random-session.ts';

// Pages that do not tell their progress: the server can only assume what they have received. So these are measurements with limits, of
// the same sessions each time. docs/embedding.md names the rates.

const CHANGES = ['type', 'typeOwn', 'typeOwn', 'agentOwn', 'move', 'add'];
const KILLS = ['kill', 'check', 'check'];

/** Parts of a hundred that are allowed. */
interface Limits {
  /** Sessions whose pages end unequal. */
  unequal: number;
  /** Last texts of a page's own block that are in no version and not kept. */
  lost: number;
  /** Saves that conflict. */
  conflicts: number;
}

const SETTINGS: [name: string, plainPages: number, changes: string[], limits: Limits][] = [
  ['none without the wrapper', 0, KILLS, { unequal: 0, lost: 0, conflicts: 0.1 }],
  ['one of three, whole servers', 1, [], { unequal: 0.5, lost: 0.5, conflicts: 2 }],
  ['one of three, killed servers', 1, KILLS, { unequal: 0.5, lost: 2, conflicts: 2 }],
  ['all, whole servers', 3, [], { unequal: 0.5, lost: 1, conflicts: 4 }],
  ['all, killed servers', 3, KILLS, { unequal: 0.5, lost: 4, conflicts: 4 }],
];

test.each(SETTINGS)(
  'rates of pages without the wrapper: %s',
  async (name, plainPages, changes, limits) => {
    const counts = { sessions: 0, unequal: 0, texts: 0, lost: 0, saves: 0, conflicts: 0 };
    for (const steps of fc.sample(stepsOf([...CHANGES, ...changes]), { numRuns: runs(300), seed: 7 })) {
      const session = new RandomSession({ plainPages });
      await session.play(steps);
      const { isEqual, texts, lost, saves, conflicts } = session.measure();
      counts.sessions += 1;
      counts.unequal += isEqual ? 0 : 1;
      counts.texts += texts;
      counts.lost += lost;
      counts.saves += saves;
      counts.conflicts += conflicts;
      session.assertHistory();
    }
    const rates = {
      unequal: (100 * counts.unequal) / counts.sessions,
      lost: (100 * counts.lost) / counts.texts,
      conflicts: (100 * counts.conflicts) / counts.saves,
    };
    // biome-ignore lint/suspicious/noConsole: it is a measurement
    if (process.env.SHOW_COUNTS) console.log(name, rates, counts);
    expect(rates.unequal).toBeLessThanOrEqual(limits.unequal);
    expect(rates.lost).toBeLessThanOrEqual(limits.lost);
    expect(rates.conflicts).toBeLessThanOrEqual(limits.conflicts);
  },
  600_000,
);

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { GUARD_MS } from '../binary/support.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { Ledger } from '../rounds/ledger.ts';
import { Session } from '../rounds/session.ts';
import { Stage } from '../rounds/stage.ts';
import { createRandom } from '../soak/lab.ts';

/** `bun run rounds` runs more of them. */
const ROUNDS = Number(process.env.ROUNDS ?? 5);

describeInBrowser('two pages with the published editor and one with our own, an agent and a program', () => {
  setDefaultTimeout(10 * GUARD_MS);
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open(createRandom(1));
  });
  afterAll(() => stage?.close());

  test.each([43, 44])(
    'end equal to the stored template after cuts, undo and restarts (seed %i)',
    async (seed) => {
      const ledger = new Ledger();
      const accesses = await Array.fromAsync({ length: 4 }, () => stage.openAccess());
      const session = await Session.open(stage, createRandom(seed), ledger, accesses);
      try {
        for (let round = 0; round < ROUNDS; round += 1) {
          const { faults, log } = await session.run();
          expect(faults, `round ${round}\n${log.join('\n')}`).toEqual([]);
        }
      } finally {
        await session.close();
      }
      expect(ledger.acknowledged).toBeGreaterThan(ROUNDS);
    },
  );
});

import { afterEach, expect, test } from 'bun:test';
import type { CheckedFinding, Rating, ScoringJob } from '../../../src/mail/score/scoring-job.ts';
import { FairShare } from '../../../src/platform/fair-use/fair-share.ts';
import { WorkerPool } from '../../../src/platform/workers/pool.ts';
import { workerProcess } from '../../../src/platform/workers/worker-process.ts';
import { contentOf } from '../../mail/render/rendering.ts';

/** Starting a process takes long on a busy machine. */
const PATIENCE_MS = 60_000;

let pool: WorkerPool<ScoringJob, Rating | CheckedFinding> | undefined;
afterEach(() => pool?.close());

function openPool(timeLimitMs: number): WorkerPool<ScoringJob, Rating | CheckedFinding> {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  pool = new WorkerPool<ScoringJob, Rating | CheckedFinding>({
    start: workerProcess('features/scoring/scoring.worker'),
    share: new FairShare(),
    what: 'Scoring',
    size: 1,
    maxQueued: 50,
    timeLimitMs,
    idleMs: 30_000,
    log: log as never,
  });
  return pool;
}

function jobOf(html: string): ScoringJob {
  const content = contentOf([{ type: 'html', content: 'HTML' }], { locale: 'en' });
  // Put in afterwards: what is rated here may be longer than what is accepted.
  return {
    task: 'rate',
    content: JSON.stringify(content).replace('HTML', () => JSON.stringify(html).slice(1, -1)),
    fixTogether: false,
  };
}

/** Deeper and longer than any mail: parsing takes many times the limit on any machine. */
const hostile = jobOf('<b>'.repeat(4_000_000));

test(
  'a mail that takes too long is refused with words for the caller, and the next one is rated',
  async () => {
    const workers = openPool(1500);
    const refused = await workers.run(hostile, { owner: 'a' }).then(
      () => undefined,
      (fault: unknown) => fault as { code: string; message: string },
    );
    expect(refused?.code).toBe('too_large');
    expect(refused?.message).toMatch(/^Scoring /);
    expect(refused?.message).not.toMatch(/\bat \S+:\d+|node_modules|worker/i);
    const rated = await workers.run(jobOf('<p>Our tasting room opens on Saturday.</p>'), { owner: 'a' });
    const { areas } = rated as Rating;
    expect(areas.spam.score).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);

import { RULES_VERSION } from '../../mail/score/rules/version.ts';
import type { Rating, ScoringJob } from '../../mail/score/scoring-job.ts';
import { warmUp } from '../../mail/score/warm-up.ts';
import { createByteCache } from '../../platform/byte-cache.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { perApplication } from '../../platform/per-application.ts';
import { WorkerPool } from '../../platform/workers/pool.ts';
import { workerProcess } from '../../platform/workers/worker-process.ts';

/** Up to here rating takes a few milliseconds and is done at once; what is larger goes to a process of its own. */
const MAX_INLINE_BYTES = 64 * 1024;

const MAX_CACHE_BYTES = 16 * 1024 * 1024;

/** What a rating follows from, beside the content, whose SHA-256 is `hash`. */
export interface RatingSource {
  hash: Uint8Array;
  job: ScoringJob;
}

const workersOf = perApplication((deps) => {
  const pool = new WorkerPool<ScoringJob, Rating>({
    start: workerProcess('features/scoring/scoring.worker'),
    what: 'Scoring',
    size: 1,
    maxQueued: 50,
    idleMs: 30_000,
    log: deps.log,
  });
  deps.lifetime.onClose(() => pool.close());
  return pool;
});

const ratersOf = perApplication((deps) => ({
  pool: workersOf(deps),
  known: createByteCache<Rating>(MAX_CACHE_BYTES),
  warming: { isDone: false },
  lifetime: deps.lifetime,
}));

type Rater = ReturnType<typeof ratersOf>;

/**
 * Rates a content, or recalls how it was rated: the same content and facts always give the same. A rating names
 * nothing but the content it was made from, so whose it is does not matter.
 */
export async function rate(
  deps: Deps,
  source: RatingSource,
  signal: AbortSignal | undefined,
): Promise<Rating> {
  const rater = ratersOf(deps);
  const { known } = rater;
  const key = keyOf(source);
  const before = known.get(key);
  if (before !== undefined) return before;
  const rating = await make(rater, source.job, signal);
  known.set(key, rating, JSON.stringify(rating).length + key.length);
  return rating;
}

async function make(
  { pool, warming, lifetime }: Rater,
  job: ScoringJob,
  signal: AbortSignal | undefined,
): Promise<Rating> {
  if (job.content.length > MAX_INLINE_BYTES) return pool.run(job, signal === undefined ? {} : { signal });
  // Loaded with the first rating: word lists take memory that servers without an editor need not spend.
  const { scoreContent } = await import('../../mail/score/score-content.ts');
  const rating = scoreContent(job);
  if (!warming.isDone) {
    warming.isDone = true;
    const stop = warmUp(() => scoreContent(job));
    lifetime.onClose(async () => stop());
  }
  return rating;
}

function keyOf({ hash, job }: RatingSource): string {
  const { content: _content, rendered, ...facts } = job;
  const html = rendered === undefined ? null : Buffer.from(sha256(rendered.html)).toString('base64');
  return JSON.stringify([Buffer.from(hash).toString('base64'), RULES_VERSION, html, facts]);
}

import { RULES_VERSION } from '../../mail/score/rules/version.ts';
import type { Rating, ScoringJob } from '../../mail/score/scoring-job.ts';
import { warmUp } from '../../mail/score/warm-up.ts';
import { Cache } from '../../platform/cache.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { WorkerPool } from '../../platform/workers/pool.ts';

/** Up to here rating takes a few milliseconds and is done at once; what is larger goes to a process of its own. */
const MAX_INLINE_BYTES = 64 * 1024;

const MAX_CACHE_BYTES = 16 * 1024 * 1024;

/** What a rating follows from, beside the content, whose SHA-256 is `hash`. */
export interface RatingSource {
  hash: Uint8Array;
  job: ScoringJob;
}

/** Rates contents and caches the ratings. The same content and facts always give the same rating. */
export class Rater {
  readonly #workers: WorkerPool<ScoringJob, Rating>;
  /** A rating names nothing but the content it was made from, so tenants can share it. */
  readonly #ratings = new Cache<Rating>({ maxBytes: MAX_CACHE_BYTES });
  #stopWarmUp: (() => void) | undefined;

  constructor(workers: WorkerPool<ScoringJob, Rating>) {
    this.#workers = workers;
  }

  async rate(source: RatingSource, signal: AbortSignal | undefined): Promise<Rating> {
    const key = keyOf(source);
    const known = this.#ratings.get(key);
    if (known !== undefined) return known;
    const rating = await this.#make(source.job, signal);
    this.#ratings.set(key, rating, JSON.stringify(rating).length + key.length);
    return rating;
  }

  async close(): Promise<void> {
    this.#stopWarmUp?.();
    await this.#workers.close();
  }

  async #make(job: ScoringJob, signal: AbortSignal | undefined): Promise<Rating> {
    if (job.content.length > MAX_INLINE_BYTES) {
      return this.#workers.run(job, signal === undefined ? {} : { signal });
    }
    // Loaded with the first rating: word lists take memory that servers without an editor need not spend.
    const { scoreContent } = await import('../../mail/score/score-content.ts');
    const rating = scoreContent(job);
    this.#stopWarmUp ??= warmUp(() => scoreContent(job));
    return rating;
  }
}

function keyOf({ hash, job }: RatingSource): string {
  const { content: _content, rendered, ...facts } = job;
  const html = rendered === undefined ? null : Buffer.from(sha256(rendered.html)).toString('base64');
  return JSON.stringify([Buffer.from(hash).toString('base64'), RULES_VERSION, html, facts]);
}

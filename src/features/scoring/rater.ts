import type { CheckedFinding, FindingJob, Rating, RatingJob, ScoringJob } from '../../mail/score/index.ts';
import { Cache } from '../../platform/caching/cache.ts';
import type { CacheBudget } from '../../platform/caching/cache-budget.ts';
import { sha256 } from '../../platform/security/crypto.ts';
import type { WorkerPool } from '../../platform/workers/pool.ts';

/** Contents up to this size are read in this process, which takes milliseconds; larger ones in a worker process. */
const MAX_INLINE_BYTES = 64 * 1024;

/** Everything a rating depends on. */
interface RatingSource {
  /** SHA-256 of the content. */
  hash: Uint8Array;
  job: RatingJob;
}

interface Turn {
  /** Who waits for the answer, see `WorkerPool`. */
  owner: string;
  signal: AbortSignal | undefined;
}

/** Rates contents and caches the ratings. The same content and facts always give the same rating. */
export class Rater {
  readonly #workers: WorkerPool<ScoringJob, Rating | CheckedFinding>;
  /** Tenants share ratings: a rating depends on the content and the facts in its key only. */
  readonly #ratings: Cache<Rating>;
  #stopWarmUp: (() => void) | undefined;

  constructor(workers: WorkerPool<ScoringJob, Rating | CheckedFinding>, budget: CacheBudget) {
    this.#workers = workers;
    this.#ratings = new Cache({ budget });
  }

  async rate(source: RatingSource, turn: Turn): Promise<Rating> {
    const key = keyOf(source);
    const known = this.#ratings.get(key);
    if (known !== undefined) return known;
    const rating = await this.#make(source.job, turn);
    this.#ratings.set(key, rating, JSON.stringify(rating).length + key.length);
    return rating;
  }

  /** Checks one finding of a rating again. */
  async checkFinding(job: FindingJob, turn: Turn): Promise<CheckedFinding> {
    if (job.content.length + job.html.length > MAX_INLINE_BYTES) {
      return this.#run<CheckedFinding>({ task: 'checkFinding', ...job }, turn);
    }
    const { checkFinding } = await import('../../mail/score/check-finding.ts');
    return checkFinding(job);
  }

  async close(): Promise<void> {
    this.#stopWarmUp?.();
    await this.#workers.close();
  }

  async #run<Output extends Rating | CheckedFinding>(
    job: ScoringJob,
    { owner, signal }: Turn,
  ): Promise<Output> {
    return (await this.#workers.run(job, { owner, ...(signal && { signal }) })) as Output;
  }

  async #make(job: RatingJob, turn: Turn): Promise<Rating> {
    const size = job.content.length + (job.rendered?.html.length ?? 0) + (job.rendered?.text.length ?? 0);
    if (size > MAX_INLINE_BYTES) return this.#run<Rating>({ task: 'rate', ...job }, turn);
    // Loaded with the first rating, because the word lists take memory.
    const { scoreContent } = await import('../../mail/score/score-content.ts');
    const rating = scoreContent(job);
    this.#stopWarmUp ??= warmUp(() => scoreContent(job));
    return rating;
  }
}

function keyOf({ hash, job }: RatingSource): string {
  const { content: _content, rendered, ...facts } = job;
  const html = rendered === undefined ? null : Buffer.from(sha256(rendered.html)).toString('base64');
  return JSON.stringify([Buffer.from(hash).toString('base64'), html, facts]);
}

/** How often the first rating is repeated: after that the code runs at about full speed. */
const WARM_UP_ROUNDS = 8;
/** Between rounds, so that requests are answered meanwhile. */
const WARM_UP_PAUSE_MS = 25;

/**
 * Repeats the first rating of a process in the background, because fresh code runs several times as slow. Does not keep
 * the process alive.
 * @returns stops it
 */
function warmUp(rate: () => unknown): () => void {
  let left = WARM_UP_ROUNDS;
  const timer = setInterval(() => {
    left -= 1;
    if (left <= 0) clearInterval(timer);
    rate();
  }, WARM_UP_PAUSE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

import { processorTime, stopwatch } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { WorkerPool } from '../../../platform/workers/pool.ts';
import {
  ALL_IDS,
  countPending,
  markCommentIndexed,
  markTemplateIndexed,
  type PendingEntry,
  selectContentJson,
  selectPending,
  selectTextsOfEntry,
  storeFacts,
  storeTerms,
  storeTexts,
} from './index-queries.ts';
import { type IdRange, idsOfTenant, tenantOfId } from './queries.ts';
import { type ReadingJob, type ReadTexts, readComment, readTexts } from './read-texts.ts';
import { foldTexts, indexTermsOf } from './terms.ts';

/** Entries per transaction, and bytes of their contents: about 10 ms of work. */
const BATCH = 100;
const BATCH_BYTES = 128 * 1024;

/** Larger contents are read by a worker process. */
const MAX_INLINE_BYTES = 64 * 1024;

/**
 * Delay from a change to the sweep that indexes it, so that an editor's saves within seconds are indexed once. Searches
 * of the tenant do not wait for it.
 */
export const DELAY_MS = 5_000;

/** How long a search waits for its tenant's index, and the number of pending entries up to which it waits. */
const MAX_WAIT_MS = 500;
const MAX_AWAITED = 1_000;

/** Pause after a batch as a multiple of its duration, while the server is busy and otherwise. */
const BUSY_REST = 30;
const IDLE_REST = 0.5;
const MIN_REST_MS = 5;

/** Longest pause. A batch takes about 10 ms; one that took seconds waited for the disk or for other programs. */
const MAX_REST_MS = 60_000;

/** The server counts as busy if requests use at least this share of a processor. */
const BUSY_SHARE = 0.25;

/** Delay after a failure, such as a full disk. */
const RETRY_MS = 10_000;

/**
 * Errors of workers that are busy or stopping, after which a content is read again. After others that would fail each
 * time.
 */
const PASSING_ERRORS: readonly string[] = ['unavailable', 'rate_limited'];

/** Entries between two progress lines in the log. */
const LOGGED_EVERY = 100_000;

/** Reads the texts of comments outside the trash, which belong to a higher feature. */
export type CommentReader = (
  db: Connection,
  ids: readonly string[],
) => Promise<{ id: string; body: string; blockId: string | null; rootId: string }[]>;

/**
 * Keeps the full-text index. A change only marks its entry as pending, in its own transaction, and the indexer works on
 * pending entries in small transactions: in sweeps some seconds after a change, in the time requests leave, and before a
 * search of the same tenant. What is pending survives a restart, so building the index for existing data can be interrupted.
 */
export class SearchIndexer {
  readonly #deps: Deps;
  readonly #readers: WorkerPool<ReadingJob, ReadTexts>;
  /** Set by the feature of comments. */
  commentReader: CommentReader = async () => [];
  /** Running updates by tenant. */
  readonly #catchingUp = new Map<number, Promise<boolean>>();
  #timer: Timer | undefined;
  #running: Promise<void> | undefined;
  #isStarted = false;
  #isStopped = false;
  #endPause: (() => void) | undefined;
  /** Whether something changed since the last sweep began. */
  #isChanged = false;
  #rest = IDLE_REST;
  #indexed = 0;

  constructor(deps: Deps, readers: WorkerPool<ReadingJob, ReadTexts>) {
    this.#deps = deps;
    this.#readers = readers;
  }

  /** Starts the background work. */
  start(): void {
    this.#isStarted = true;
    void this.#logPending();
    this.recordChange();
  }

  async #logPending(): Promise<void> {
    const { db, log } = this.#deps;
    const pending = await countPending(db.reader, ALL_IDS, Number.MAX_SAFE_INTEGER);
    if (pending > MAX_AWAITED) log.info({ pending }, 'building the search index in the background');
  }

  /** Schedules a sweep after a change. */
  recordChange(): void {
    this.#isChanged = true;
    if (this.#isStarted) this.#schedule(DELAY_MS);
  }

  /** Starts no further batch and waits for the current one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#endPause?.();
    await Promise.all([this.#running, ...this.#catchingUp.values()]);
  }

  /**
   * Indexes the pending entries of a tenant. Returns whether all are indexed: it gives up if there are many, or after
   * failures.
   */
  catchUp(tenantId: number): Promise<boolean> {
    const known = this.#catchingUp.get(tenantId);
    if (known !== undefined) return known;
    const done = this.#catchUp(idsOfTenant(tenantId))
      .catch((error) => {
        this.#deps.log.warn({ err: error }, 'a search could not wait for its index');
        return false;
      })
      .finally(() => this.#catchingUp.delete(tenantId));
    this.#catchingUp.set(tenantId, done);
    return done;
  }

  async #catchUp(range: IdRange): Promise<boolean> {
    const { reader } = this.#deps.db;
    const elapsed = stopwatch();
    for (let pending = await countPending(reader, range, MAX_AWAITED + 1); pending > 0; ) {
      if (pending > MAX_AWAITED || elapsed() > MAX_WAIT_MS || this.#isStopped) return false;
      await this.#indexBatch(range);
      pending = await countPending(reader, range, MAX_AWAITED + 1);
    }
    return true;
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped || this.#running !== undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#running = this.#sweepInTurn().finally(() => {
        this.#running = undefined;
        if (this.#isChanged) this.#schedule(DELAY_MS);
      });
    }, delayMs).unref();
  }

  /** One server sweeps at a time. Entries that one leaves are handled in a later sweep. */
  async #sweepInTurn(): Promise<void> {
    const { locks, log } = this.#deps;
    try {
      const { isHeld } = await locks.tryLock('search index', () => this.#sweep());
      this.#isChanged ||= isHeld;
    } catch (error) {
      log.warn({ err: error }, 'the search index is updated later');
      this.#isChanged = true;
    }
  }

  /** Goes through all entries once. Entries that change meanwhile wait for the next sweep. */
  async #sweep(): Promise<void> {
    const { log } = this.#deps;
    this.#isChanged = false;
    try {
      for (let first: number | undefined = ALL_IDS.first; !this.#isStopped && first !== undefined; ) {
        const elapsed = stopwatch();
        const last = await this.#indexBatch({ ...ALL_IDS, first });
        first = last === undefined ? undefined : last + 1;
        if (last !== undefined) await this.#pause(elapsed());
      }
    } catch (error) {
      if (!this.#isStopped) log.error({ err: error }, 'the search index could not be updated');
      setTimeout(() => this.#schedule(0), RETRY_MS).unref();
      return;
    }
    if (this.#indexed >= LOGGED_EVERY) log.info('the search index is complete');
    this.#indexed = 0;
  }

  /** Pauses longer while the server is busy, so that requests have 97 % of the time. */
  async #pause(workedMs: number): Promise<void> {
    if (this.#isStopped) return;
    const restMs = Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, workedMs * this.#rest));
    const elapsed = stopwatch();
    const before = processorTime();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, restMs);
    this.#endPause = () => {
      clearTimeout(timer);
      resolve();
    };
    await promise;
    const isBusy = processorTime() - before > BUSY_SHARE * elapsed() || this.#deps.db.stats().waiting > 0;
    this.#rest = isBusy ? BUSY_REST : IDLE_REST;
  }

  /** Indexes the first pending entries of a range. Returns the id of the last; undefined if none is pending. */
  async #indexBatch(range: IdRange): Promise<number | undefined> {
    const { db } = this.#deps;
    const pending = cutBatch(await selectPending(db.reader, range, BATCH));
    if (pending.length === 0) return undefined;
    const read: { entry: PendingEntry; texts: ReadTexts | undefined }[] = [];
    for (const entry of pending) read.push({ entry, texts: await this.#read(entry) });
    const tenants = new Set(pending.map(({ id }) => tenantOfId(id)));
    // Where transactions of different tenants run concurrently, one of a single tenant does not block the others.
    const owner = tenants.size === 1 ? String([...tenants][0]) : undefined;
    await db.transaction(async (connection) => {
      const comments = await this.#readComments(connection, pending);
      for (const { entry, texts } of read) {
        const { commentId } = entry;
        if (commentId === null) {
          if (texts !== undefined && (await markTemplateIndexed(connection, entry)))
            await store(connection, entry.id, texts);
        } else if (await markCommentIndexed(connection, entry.id)) {
          await store(connection, entry.id, readComment(comments.get(commentId) ?? ''));
        }
      }
    }, owner);
    this.#logProgress(pending.length);
    return pending.at(-1)?.id;
  }

  /** Read in the transaction, so that they cannot change meanwhile. */
  async #readComments(db: Connection, pending: readonly PendingEntry[]): Promise<Map<string, string>> {
    const ids = pending.flatMap(({ commentId }) => commentId ?? []);
    const found = ids.length === 0 ? [] : await this.commentReader(db, ids);
    return new Map(found.map(({ id, body }) => [id, body]));
  }

  /** Undefined for comments, and if the content was replaced meanwhile. */
  async #read({ id, commentId, name, contentId, bytes }: PendingEntry): Promise<ReadTexts | undefined> {
    if (commentId !== null) return undefined;
    const json = await selectContentJson(this.#deps.db.reader, contentId);
    if (json === undefined) return undefined;
    const job = { name: name ?? '', json };
    try {
      return bytes > MAX_INLINE_BYTES ? await this.#readers.run(job, { owner: 'search' }) : readTexts(job);
    } catch (error) {
      if (error instanceof DomainError && PASSING_ERRORS.includes(error.code)) throw error;
      this.#deps.log.error({ err: error, entry: id }, 'a content cannot be read; only its name is indexed');
      const texts = foldTexts(job.name, []);
      return { texts, terms: indexTermsOf(texts, false), parts: '[]', facts: [] };
    }
  }

  #logProgress(count: number): void {
    const before = this.#indexed;
    this.#indexed += count;
    const steps = Math.floor(this.#indexed / LOGGED_EVERY);
    if (steps > Math.floor(before / LOGGED_EVERY))
      this.#deps.log.info({ indexed: this.#indexed }, 'building the search index');
  }
}

/** Schedules indexing after each change. */
export function indexChanges({ events, services }: Deps): void {
  events.subscribe(({ type }) => {
    if (type.startsWith('template.') || type.startsWith('comment.')) services.templates.search.recordChange();
  });
}

/** The first entries up to the size limit of a batch, at least one. */
function cutBatch(pending: readonly PendingEntry[]): PendingEntry[] {
  let bytes = 0;
  return pending.filter((entry, index) => {
    bytes += entry.commentId === null ? entry.bytes : 0;
    return index === 0 || bytes <= BATCH_BYTES;
  });
}

async function store(db: Connection, id: number, { texts, terms, parts, facts }: ReadTexts): Promise<void> {
  const stored = await selectTextsOfEntry(db, id);
  const isSame =
    stored !== undefined &&
    stored.name === texts.name &&
    stored.text === texts.text &&
    stored.link === texts.link;
  if (!isSame) await storeTerms(db, id, terms);
  if (!isSame || stored?.parts !== parts) await storeTexts(db, { id, ...texts, parts });
  await storeFacts(db, id, facts);
}

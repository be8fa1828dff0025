import { writeFile } from 'node:fs/promises';
import { Cron } from 'croner';
import { DAY_MS, MINUTE_MS, toIsoTime } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError, toDomainError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { mediaFaulty, mediaNotPruned } from './errors.ts';
import { makeBackup, readMediaSecret } from './make-backup.ts';
import { openMediaFolder } from './media/media-folder.ts';
import { pruneMedia } from './media/prune-media.ts';
import { type BackupRun, insertRun, selectKeptRuns, selectRuns, selectRunsAt, updateRun } from './queries.ts';
import {
  type BackupTarget,
  isIncrementalName,
  nameBackup,
  openTarget,
  type TargetAccess,
} from './targets/index.ts';
import { verifyBackup } from './verify-backup.ts';

/** Delay after the first failure. It grows with each further one. */
const RETRY_MS = 10 * MINUTE_MS;
const MAX_RETRY_MS = 6 * 60 * MINUTE_MS;

/** Most runs that are read to count failures in a row. */
const RECENT_RUNS = 50;

/** A running backup that began longer ago was cut off. */
const ABANDONED_MS = 7 * DAY_MS;

/** Names are compared by their time. The kind comes after it in a name, so it does not matter here. */
const ANY_KIND = { isEncrypted: false, isIncremental: true };

const CUT_OFF = 'The backup was cut off before it was verified, or this database was restored from it.';

/** Lock of the server that makes a scheduled backup. */
const LOCK = 'backup run';

interface ScheduleOptions {
  /** Undefined: backups are made only on command. */
  schedule: Cron | undefined;
  access: TargetAccess;
  /** Empty: not encrypted. */
  passphrase: string;
  /** Number of verified backups that are kept; 0: all. */
  keep: number;
  /** 0: no limit. */
  keepDays: number;
}

interface BackupOutcome {
  run: BackupRun;
  warnings: string[];
  removed: string[];
}

/** Makes backups at the target of the settings, verifies each, and removes old ones. */
export class BackupSchedule {
  readonly target: BackupTarget;
  readonly #deps: Deps;
  readonly #options: ScheduleOptions;
  readonly #startedAt: number;
  /** Names at the target of media files that the last verification found missing or damaged. */
  #suspects: readonly string[] = [];

  constructor(deps: Deps, options: ScheduleOptions) {
    this.target = openTarget(options.access);
    this.#deps = deps;
    this.#options = options;
    this.#startedAt = deps.clock.now();
  }

  /** Marks runs as failed that the end of their server has cut off. */
  async recover(): Promise<void> {
    const { db, clock, locks } = this.#deps;
    await locks.tryLock(LOCK, async () => {
      const runs = await selectRuns(db.reader, RECENT_RUNS);
      for (const { id, name } of runs.filter(({ state }) => state === 'running')) {
        // After a restoration the database has the running backup that it comes from. This backup is complete.
        const isThere = await this.target.has(name).catch(() => false);
        const change = { state: isThere ? ('stored' as const) : ('failed' as const), error: CUT_OFF };
        await db.transaction((connection) =>
          updateRun(connection, id, { ...change, finishedAt: clock.now() }),
        );
      }
    });
  }

  /** When the next backup is due (ms); undefined without a schedule. */
  async nextAt(): Promise<number | undefined> {
    const { schedule } = this.#options;
    if (schedule === undefined) return undefined;
    const runs = await selectRuns(this.#deps.db.reader, RECENT_RUNS);
    const [last] = runs;
    const planned = schedule.nextRun(new Date(last?.startedAt ?? this.#startedAt))?.getTime();
    const firstGood = runs.findIndex(({ state }) => state === 'verified' || state === 'removed');
    const failures = firstGood === -1 ? runs.length : firstGood;
    if (last === undefined || failures === 0) return planned;
    const retryAt = last.startedAt + Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (failures - 1));
    return planned === undefined ? retryAt : Math.min(planned, retryAt);
  }

  /** Writes a small file to the target and removes it. Throws the reason if it cannot. */
  async probe(signal: AbortSignal): Promise<void> {
    const name = `probe-${createId()}`;
    await this.target.put(name, (path) => writeFile(path, 'galley doctor'), signal);
    await this.target.remove(name);
  }

  async isDue(): Promise<boolean> {
    const at = await this.nextAt();
    return at !== undefined && at <= this.#deps.clock.now();
  }

  /** Makes a backup now. If it fails, records that and throws the reason. */
  async run(scope: Scope, signal?: AbortSignal): Promise<BackupOutcome> {
    const outcome = await this.#deps.locks.tryLock(LOCK, (lost) =>
      this.#runOnce(scope, signal === undefined ? lost : AbortSignal.any([signal, lost])),
    );
    if (outcome.isHeld) throw new DomainError('conflict', 'A backup is being made. Wait until it is ready.');
    return outcome.result;
  }

  async #runOnce(scope: Scope, signal: AbortSignal | undefined): Promise<BackupOutcome> {
    const { db, clock } = this.#deps;
    const { access, passphrase } = this.#options;
    const startedAt = clock.now();
    const kind = { isEncrypted: passphrase !== '', isIncremental: true };
    const name = nameBackup(toIsoTime(startedAt), kind);
    const run: BackupRun = {
      ...{ id: createId(), target: this.target.address, name, state: 'running', startedAt },
      ...{ finishedAt: null, bytes: null, error: null },
    };
    await db.transaction((connection) => insertRun(connection, run));
    const record = async (change: Partial<BackupRun>) => {
      Object.assign(run, change);
      await db.transaction((connection) => updateRun(connection, run.id, change));
    };
    const recordFailure = async (state: 'failed' | 'stored', thrown: unknown) => {
      const error = toDomainError(thrown);
      await record({ state, finishedAt: clock.now(), error: error.message });
      throw error;
    };
    const backup = { access, name, passphrase, mediaBeside: { suspects: this.#suspects } };
    const made = await makeBackup(this.#deps, scope, backup, signal).catch((error) =>
      recordFailure('failed', error),
    );
    await record({ state: 'stored', bytes: made.bytes });
    await this.#verify(name, signal).catch((error) => recordFailure('stored', error));
    await record({ state: 'verified', finishedAt: clock.now() });
    const removed = await this.#removeOld();
    return { run, warnings: [...made.warnings, ...(await this.#pruneMedia())], removed };
  }

  async #verify(name: string, signal: AbortSignal | undefined): Promise<void> {
    const { access, passphrase } = this.#options;
    this.#suspects = await this.target.fetch(
      name,
      (file) => verifyBackup(this.#deps, { file, access, passphrase }, signal),
      signal,
    );
    if (this.#suspects.length > 0) throw mediaFaulty(this.#suspects.length, this.target.address);
  }

  /** Removes media files that no backup needs any more. Returns a warning if it could not. */
  async #pruneMedia(): Promise<string[]> {
    const { db, clock, log } = this.#deps;
    const { path } = await openMediaFolder(await readMediaSecret(this.#deps), '');
    const runs = await selectRunsAt(db.reader, this.target.address);
    const isKept = ({ state }: BackupRun) => state === 'stored' || state === 'verified';
    const kept = runs.filter((run) => isKept(run) && isIncrementalName(run.name)).map(({ name }) => name);
    const gone = new Set(runs.filter((run) => !isKept(run)).map(({ name }) => name));
    const abandonedBefore = nameBackup(toIsoTime(clock.now() - ABANDONED_MS), ANY_KIND);
    const isOver = (archive: string) => gone.has(archive) || archive < abandonedBefore;
    try {
      await pruneMedia(this.target, path, { kept, isOver });
      return [];
    } catch (error) {
      log.warn(
        { err: error },
        'media files at the target of backups that are needed no more could not be removed',
      );
      return [mediaNotPruned(toDomainError(error).message)];
    }
  }

  /** Removes old backups that this installation made: others at the target may belong to another one. */
  async #removeOld(): Promise<string[]> {
    const { db, clock } = this.#deps;
    const kept = await selectKeptRuns(db.reader, this.target.address);
    const old = chooseOld(kept, this.#options, clock.now());
    for (const { id, name } of old) {
      await this.target.remove(name);
      await db.transaction((connection) => updateRun(connection, id, { state: 'removed' }));
    }
    return old.map(({ name }) => name);
  }
}

/** @param runs the newest first */
function chooseOld(
  runs: readonly BackupRun[],
  { keep, keepDays }: ScheduleOptions,
  now: number,
): BackupRun[] {
  const verified = runs.filter(({ state }) => state === 'verified');
  const [newest] = verified;
  const lastKept = keep === 0 ? undefined : verified[keep - 1];
  const oldest = keepDays === 0 ? 0 : now - keepDays * DAY_MS;
  if (newest === undefined) return [];
  return runs.filter(
    ({ startedAt }) =>
      startedAt < newest.startedAt &&
      (startedAt < oldest || (lastKept !== undefined && startedAt < lastKept.startedAt)),
  );
}

/** Reads the schedule of the settings. Throws `validation_failed`, which names the fault. */
export function readSchedule(pattern: string): Cron {
  const wrong = (how: string) =>
    new DomainError(
      'validation_failed',
      `GALLEY_BACKUP_SCHEDULE is "${pattern}", ${how}. Write five fields (minute, hour, day, month, weekday) such as "30 3 * * *", or @hourly, @daily or @weekly.`,
    );
  let schedule: Cron;
  try {
    schedule = new Cron(pattern, { paused: true, mode: '5-part' });
  } catch (error) {
    const [, detail = ''] = /^CronPattern: (Invalid value.*?)\.?$/.exec((error as Error).message) ?? [];
    throw wrong(`which cannot be read${detail === '' ? '' : ` (${detail})`}`);
  }
  if (schedule.nextRun() === null) throw wrong('which never comes');
  return schedule;
}

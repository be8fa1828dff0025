import { availableParallelism } from 'node:os';
import type { Deps } from '../../platform/deps.ts';
import { perApplication } from '../../platform/per-application.ts';
import { createWorkerPool, type WorkerPool, workerProcess } from '../../platform/workers/index.ts';

/** What is stored and served of a picture. */
export interface PreparedPicture {
  /** Of the file at `target`; another than that of the source for WebP and AVIF. */
  mime: string;
  /** Without a dot. */
  extension: string;
  /** Of the file at `target`. */
  bytes: number;
  /** Of the file at `target`, in hex. */
  sha256: string;
  /** Pixels; `null` for an SVG, which has no size of its own. */
  width: number | null;
  height: number | null;
  isAnimated: boolean;
  /** Whether smaller versions of it can be made at all: not of an SVG. */
  mayConvert: boolean;
}

export interface ConvertedPicture {
  name: 'small' | 'medium' | 'large';
  /** Absolute. */
  path: string;
  mime: string;
  extension: string;
  bytes: number;
  /** In hex. */
  sha256: string;
  width: number;
  height: number;
}

export interface Conversions {
  /** Only sizes that are smaller than the picture; none of an animation that would take too much work. */
  conversions: ConvertedPicture[];
  /** A blurred preview as a data URL of less than 1,000 characters. */
  placeholder: string;
  /** The colour that stands out, `#rrggbb`. */
  color: string;
}

export interface PrepareRequest {
  /** Absolute path of the picture as it came in. */
  source: string;
  /** Absolute path of the file to write; there is none yet. */
  target: string;
  /** As `sniffType` says. */
  mime: string;
}

export interface ConvertRequest {
  /** Absolute path of a prepared picture. */
  source: string;
  mime: string;
  /** Absolute path of a folder that exists. */
  folder: string;
  /** What the names of the new files begin with. */
  prefix: string;
}

/** What a worker is given. */
export type PhotoJob = ({ kind: 'prepare' } & PrepareRequest) | ({ kind: 'convert' } & ConvertRequest);

const WORKER = 'features/media/photo.worker';

/** Several times what the largest pictures and animations that are taken on need. */
const TIME_LIMIT_MS = 60_000;

/** A job waiting is two paths. Hundreds arrive at once when an agent or a person uploads a whole folder. */
const MAX_QUEUED = 1000;

const IDLE_MS = 30_000;

/** They give way to the server, so none of the cores is left to it. The largest pictures take each some 450 MB. */
const WORKERS = Math.min(4, Math.max(2, availableParallelism()));

/** The decoder of AVIF keeps the memory of the largest it has seen, some 300 MB. */
const AVIF_MEMORY_MB = 640;

type Pool = WorkerPool<PhotoJob, PreparedPicture | Conversions>;

const poolsOf = perApplication((deps): { avif: Pool; others: Pool } => {
  const shared = {
    start: workerProcess(WORKER),
    what: 'Processing the picture',
    timeLimitMs: TIME_LIMIT_MS,
    maxQueued: MAX_QUEUED,
    idleMs: IDLE_MS,
    log: deps.log,
  };
  const pools: { avif: Pool; others: Pool } = {
    avif: createWorkerPool({ ...shared, size: 1, memoryLimitMb: AVIF_MEMORY_MB }),
    others: createWorkerPool({ ...shared, size: WORKERS }),
  };
  deps.lifetime.onClose(async () => {
    await Promise.all([pools.avif.close(), pools.others.close()]);
  });
  return pools;
});

/**
 * Checks the picture at `source` and writes what will be stored and served to `target`, synced: without what tells
 * where and by whom it was taken, turned as it was held, and of a type mail clients show. Pixels change only where
 * they have to. Throws `validation_failed` on `file` for what is broken or has too many pixels, `too_large` for what
 * takes too long, `unavailable` when too much is waiting, `storage_full`; there is no file at `target` then.
 */
export async function preparePicture(deps: Deps, request: PrepareRequest): Promise<PreparedPicture> {
  const { avif, others } = poolsOf(deps);
  const pool = request.mime === 'image/avif' ? avif : others;
  return (await pool.run({ kind: 'prepare', ...request })) as PreparedPicture;
}

/**
 * Writes smaller versions of a prepared picture into new files, synced, in `folder`. Errors as of `preparePicture`;
 * a worker that is stopped may leave files.
 */
export async function convertPicture(deps: Deps, request: ConvertRequest): Promise<Conversions> {
  return (await poolsOf(deps).others.run({ kind: 'convert', ...request })) as Conversions;
}

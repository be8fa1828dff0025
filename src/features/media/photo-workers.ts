import { availableParallelism } from 'node:os';
import type { Deps } from '../../platform/deps.ts';
import { type QueueOptions, WorkerPool } from '../../platform/workers/pool.ts';
import { workerProcess } from '../../platform/workers/worker-process.ts';

/** A picture as it is stored and served. */
export interface PreparedPicture {
  /** Differs from that of the source for WebP and AVIF. */
  mime: string;
  /** Without a dot. */
  extension: string;
  bytes: number;
  /** In hex. */
  sha256: string;
  /** In pixels, as `height`. */
  width: number;
  height: number;
  isAnimated: boolean;
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
  /** Only sizes smaller than the picture. Empty for an animation that would take too much work. */
  conversions: ConvertedPicture[];
  /** A blurred preview as a data URL of less than 1,000 characters. */
  placeholder: string;
  /** The dominant color, `#rrggbb`. */
  color: string;
}

export interface PictureRequest {
  /** Absolute path of the picture. */
  source: string;
  /** The type that `sniffType` found, which is not SVG. */
  mime: string;
  /** Absolute path of an existing folder for the new files. */
  folder: string;
}

/** The job of a worker. For `process`, it sends the prepared picture before it makes the conversions. */
export type PhotoJob = { kind: 'process' | 'convert' } & PictureRequest;

/** A picture that is being prepared, and then made smaller. */
interface PictureInWork {
  prepared: Promise<PreparedPicture>;
  made: Promise<Conversions>;
}

const WORKER = 'features/media/photo.worker';

/** Several times the time that the largest accepted pictures and animations need. */
const TIME_LIMIT_MS = 90_000;

/** A waiting job is only two paths. Hundreds arrive at once when a whole folder is uploaded. */
const MAX_QUEUED = 1000;
const MAX_QUEUED_OF_TENANT = 400;

const IDLE_MS = 30_000;

/** As many as there are cores: workers have a lower priority than the server. */
const WORKERS = Math.min(4, Math.max(2, availableParallelism()));

/**
 * Measured with the most pixels accepted: 530 MB for a rotated JPEG, 730 MB for a GIF. The AVIF decoder keeps another
 * 300 MB while the picture is made smaller.
 */
const MEMORY_MB = 900;

type Pool = WorkerPool<PhotoJob, Conversions, PreparedPicture>;

/** AVIF has a process of its own, because its decoder holds much memory. */
export interface PicturePools {
  avif: Pool;
  others: Pool;
}

export function createPicturePools({ log, fairShare }: Pick<Deps, 'log' | 'fairShare'>): PicturePools {
  const shared = {
    start: workerProcess(WORKER),
    share: fairShare,
    what: 'Processing the picture',
    timeLimitMs: TIME_LIMIT_MS,
    memoryLimitMb: MEMORY_MB,
    maxQueued: MAX_QUEUED,
    maxQueuedOfOwner: MAX_QUEUED_OF_TENANT,
    idleMs: IDLE_MS,
    log,
  };
  return {
    avif: new WorkerPool({ ...shared, size: 1 }),
    others: new WorkerPool({ ...shared, size: WORKERS }),
  };
}

/**
 * Checks an uploaded picture and prepares its file for storing: without metadata such as place and author, rotated
 * upright, and of a type mail clients show. Pixels change only where necessary. Then makes smaller versions of it, as
 * `convertPicture`. Both promises throw `validation_failed` on `file` for a picture that is broken or has too many pixels,
 * `too_large` if it takes too long, `rate_limited` if too much of its owner is waiting, `unavailable` if too much is waiting
 * or its turn does not come in time, and `storage_full`.
 */
export function processPicture(deps: Deps, request: PictureRequest, turn: QueueOptions): PictureInWork {
  const { avif, others } = deps.services.media.pictures;
  const pool = request.mime === 'image/avif' ? avif : others;
  const { promise: prepared, resolve, reject } = Promise.withResolvers<PreparedPicture>();
  const made = pool.run({ kind: 'process', ...request }, { ...turn, onPart: resolve });
  // A caller may await only one of the promises. The other must not become an unhandled rejection.
  made.catch(reject);
  prepared.catch(() => {});
  return { prepared, made };
}

/** Writes smaller versions of a prepared picture. A stopped worker may leave files behind. */
export async function convertPicture(
  deps: Deps,
  request: PictureRequest,
  turn: QueueOptions,
): Promise<Conversions> {
  return deps.services.media.pictures.others.run({ kind: 'convert', ...request }, turn);
}

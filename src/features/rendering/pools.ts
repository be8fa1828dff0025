import type { SafeMail } from '../../mail/render/index.ts';
import type { Logger } from '../../platform/log.ts';
import { WorkerPool } from '../../platform/workers/pool.ts';
import { workerProcess } from '../../platform/workers/worker-process.ts';
import type { DrawnImage, EncodedTexts, ImageJob, RenderJob, SanitizeJob } from './rendering.ts';

const WORKER = 'features/rendering/rendering.worker';

/** Ten times what the largest mail takes. */
const TIME_LIMIT_MS = 20_000;

const MAX_QUEUED = 200;

/** An editor that saves exports each time: workers live through the pauses. */
const IDLE_MS = 60_000;

/** The processes that render mails and draw pictures. They are started with the first job. */
export interface RenderPools {
  mails: WorkerPool<RenderJob, EncodedTexts>;
  /** Of others' mails, apart from our own, because what is in them is not known. */
  sanitizing: WorkerPool<SanitizeJob, SafeMail>;
  /** Apart, because the readers of a mail that was just sent must not keep its author from exporting another. */
  images: WorkerPool<ImageJob, DrawnImage>;
}

export function createRenderPools(log: Logger): RenderPools {
  const shared = {
    start: workerProcess(WORKER),
    maxQueued: MAX_QUEUED,
    timeLimitMs: TIME_LIMIT_MS,
    idleMs: IDLE_MS,
    log,
  };
  return {
    mails: new WorkerPool({ ...shared, what: 'Rendering' }),
    sanitizing: new WorkerPool({ ...shared, what: 'Checking the HTML', size: 1 }),
    images: new WorkerPool({ ...shared, what: 'Drawing a picture', size: 1 }),
  };
}

import { serveWorker } from '../../../platform/workers/serve.ts';
import { drawCard, drawThumbnail, listPictures } from './draw-thumbnail.ts';
import type { ThumbnailJob, ThumbnailResult } from './thumbnail.ts';

serveWorker(async (job: ThumbnailJob): Promise<ThumbnailResult> => {
  if (job.kind === 'list') return { addresses: listPictures(job) };
  return { png: job.kind === 'card' ? await drawCard(job) : await drawThumbnail(job) };
});

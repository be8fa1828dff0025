import { composePoster, drawCountdown, drawDrawing, drawSocialIcon } from '../../mail/pictures/index.ts';
import { serveWorker } from '../../platform/workers/serve.ts';
import type { DrawnImage, ImageJob } from './rendering.ts';

serveWorker(async (job: ImageJob): Promise<DrawnImage> => {
  if (job.kind === 'icon') return { bytes: await drawSocialIcon(job.request), type: 'image/png' };
  if (job.kind === 'drawing') return { bytes: await drawDrawing(job.drawing), type: 'image/png' };
  if (job.kind === 'poster') return composePoster(job.request);
  return { bytes: await drawCountdown(job.options, job.now), type: 'image/gif' };
});

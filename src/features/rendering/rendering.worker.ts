import type { TemplateContent } from '../../mail/model/index.ts';
import { composePoster, countdownSize, drawCountdown, drawSocialIcon } from '../../mail/pictures/index.ts';
import {
  type RenderAssets,
  renderHtml,
  renderPlainText,
  type SafeMail,
  sanitizeMail,
} from '../../mail/render/index.ts';
import { serveWorker } from '../../platform/workers/serve.ts';
import {
  type DrawnImage,
  type EncodedTexts,
  encodeTexts,
  type ImageJob,
  type RenderJob,
  type SanitizeJob,
} from './rendering.ts';

async function render(job: RenderJob): Promise<EncodedTexts> {
  const content = JSON.parse(job.content) as TemplateContent;
  const { title, customFonts, defaultFallback, data, blockMarkers } = job;
  const options = { title, customFonts, defaultFallback, data, blockMarkers, assets: assetsOf(job) };
  const rendered = await renderHtml(content, options);
  return encodeTexts({ ...rendered, plain_text: renderPlainText(content, options) });
}

function assetsOf({ imageBase, pictures }: RenderJob): RenderAssets {
  return {
    socialIcon: (platform, style) => `${imageBase}/social/${style}/${encodeURIComponent(platform)}.png`,
    videoPoster: (block) => pictures[block.id] ?? '',
    countdown: (block) => ({ url: pictures[block.id] ?? '', ...countdownSize(block) }),
  };
}

async function draw(job: ImageJob): Promise<DrawnImage> {
  if (job.kind === 'icon') return { bytes: await drawSocialIcon(job.request), type: 'image/png' };
  if (job.kind === 'poster') return composePoster(job.request);
  return { bytes: await drawCountdown(job.options, job.now), type: 'image/gif' };
}

serveWorker(
  async (job: RenderJob | SanitizeJob | ImageJob): Promise<EncodedTexts | SafeMail | DrawnImage> => {
    if (job.kind === 'render') return render(job);
    return job.kind === 'sanitize' ? sanitizeMail(job.html, job.own) : draw(job);
  },
);

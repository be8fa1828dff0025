import type { TemplateContent } from '../../mail/model/index.ts';
import {
  composePoster,
  countdownSize,
  drawCountdown,
  drawDrawing,
  drawSocialIcon,
} from '../../mail/pictures/index.ts';
import {
  CompiledMail,
  compileMjml,
  FillFault,
  type RenderAssets,
  renderHtml,
  renderPlainText,
  type SafeMail,
  sanitizeMail,
} from '../../mail/render/index.ts';
import { Cache } from '../../platform/cache.ts';
import { serveWorker } from '../../platform/workers/serve.ts';
import {
  type CompiledMjml,
  type CompileJob,
  type DrawnImage,
  type EncodedTexts,
  encodeTexts,
  type FilledMail,
  type FillJob,
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

/** Faults named in one error, and characters of each. */
const MAX_FAULTS = 5;
const MAX_FAULT_CHARACTERS = 200;

async function compile({ mjml }: CompileJob): Promise<CompiledMjml> {
  try {
    return { html: Buffer.from(JSON.stringify(await compileMjml(mjml))) };
  } catch (thrown) {
    return { fault: describeFaults(thrown as Error & { errors?: MjmlFault[] }) };
  }
}

interface MjmlFault {
  line: number;
  tagName: string;
  message: string;
}

/** The compiler's own message names files of this machine. */
function describeFaults({ name, errors }: Error & { errors?: MjmlFault[] }): string {
  if (name === 'RangeError') return 'has too many elements inside each other.';
  if (errors === undefined || errors.length === 0) return 'is no MJML: it begins with <mjml>.';
  const named = errors.slice(0, MAX_FAULTS).map(({ line, tagName, message }) => {
    return `line ${line}, ${tagName}: ${message}`.slice(0, MAX_FAULT_CHARACTERS);
  });
  const left = errors.length - named.length;
  return `is not valid: ${named.join('; ')}${left > 0 ? `; and ${left} more` : ''}.`;
}

async function draw(job: ImageJob): Promise<DrawnImage> {
  if (job.kind === 'icon') return { bytes: await drawSocialIcon(job.request), type: 'image/png' };
  if (job.kind === 'drawing') return { bytes: await drawDrawing(job.drawing), type: 'image/png' };
  if (job.kind === 'poster') return composePoster(job.request);
  return { bytes: await drawCountdown(job.options, job.now), type: 'image/gif' };
}

/** Texts that are parsed already, by key. */
const compiledMails = new Cache<CompiledMail>({ maxEntries: 16 });

function fill({ key, texts, data, hasMjml }: FillJob): FilledMail {
  try {
    const compiled = compiledMails.get(key) ?? new CompiledMail(texts);
    compiledMails.set(key, compiled);
    return compiled.fill(data, hasMjml);
  } catch (thrown) {
    if (!(thrown instanceof FillFault)) throw thrown;
    return { fault: thrown.message, isTooLong: thrown.isTooLong };
  }
}

type Job = FillJob | RenderJob | SanitizeJob | CompileJob | ImageJob;

serveWorker(async (job: Job): Promise<EncodedTexts | SafeMail | CompiledMjml | FilledMail | DrawnImage> => {
  if (job.kind === 'fill') return fill(job);
  if (job.kind === 'render') return render(job);
  if (job.kind === 'compile') return compile(job);
  return job.kind === 'sanitize' ? sanitizeMail(job.html, job.own) : draw(job);
});

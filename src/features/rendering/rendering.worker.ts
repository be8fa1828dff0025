import type { TemplateContent } from '../../mail/model/index.ts';
import { countdownSize } from '../../mail/pictures/countdown/layout.ts';
import { compileMjml, type RenderAssets, renderHtml, renderPlainText } from '../../mail/render/index.ts';
import { serveWorker } from '../../platform/workers/serve.ts';
import {
  type CompiledMjml,
  type CompileJob,
  type EncodedTexts,
  encodeTexts,
  type RenderJob,
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

/** Most faults in one error, and most characters of each. */
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

/** Does not use the compiler's own message, which contains paths of this machine. */
function describeFaults({ name, errors }: Error & { errors?: MjmlFault[] }): string {
  if (name === 'RangeError') return 'has too many elements inside each other.';
  if (errors === undefined || errors.length === 0) return 'is no MJML: it begins with <mjml>.';
  const named = errors.slice(0, MAX_FAULTS).map(({ line, tagName, message }) => {
    return `line ${line}, ${tagName}: ${message}`.slice(0, MAX_FAULT_CHARACTERS);
  });
  const left = errors.length - named.length;
  return `is not valid: ${named.join('; ')}${left > 0 ? `; and ${left} more` : ''}.`;
}

type Job = RenderJob | CompileJob;

serveWorker(
  (job: Job): Promise<EncodedTexts | CompiledMjml> => (job.kind === 'render' ? render(job) : compile(job)),
);

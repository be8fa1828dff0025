import { Type } from '@sinclair/typebox';
import { DomainError, invalidField } from '../../../platform/errors.ts';
import type { SpooledFile } from '../../../platform/files/upload.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { requireTemplate } from '../../templates/index.ts';
import { designNeedsModel } from '../errors.ts';
import { isModelConfigured, type ModelPart } from '../model/index.ts';
import { DesignedContent, DesignInput } from '../schema.ts';
import { type AiEvent, streamEvents } from '../stream-events.ts';

export const generateFromDesign = defineOperation({
  name: 'generateFromDesign',
  summary:
    'Rebuild a design, given as a picture or PDF, as content, without storing it; or make content from a prompt alone',
  scope: 'tenant',
  effect: 'write',
  requestClass: 'render',
  feature: 'ai_generation',
  input: DesignInput,
  output: Type.Unsafe<AsyncIterable<AiEvent>>(DesignedContent),
  async run(context, input) {
    const { deps, scope, signal } = context;
    const { template_id, prompt } = input;
    await requireTemplate(scope, deps.db.reader, template_id);
    const file = await readDesignUpload(input);
    if (file !== undefined && !isModelConfigured(deps)) throw designNeedsModel();
    return streamEvents(async (_emit, leaving) => {
      const { createContent, rebuildDesign } = await import('../generate/create-content.ts');
      const working = { ...context, signal: leaving };
      const { content } =
        file === undefined
          ? await createContent(working, { prompt: requirePrompt(prompt), tags: [], messages: [] })
          : await rebuildDesign(working, file, prompt);
      return { type: 'done', content };
    }, signal);
  },
});

/** Largest picture or document of a design, in bytes. */
export const MAX_DESIGN_BYTES = 10 * 1024 * 1024;

/** The uploaded file, in one of two form fields. */
interface DesignFiles {
  image_upload?: SpooledFile;
  pdf_upload?: SpooledFile;
}

type FilePart = Exclude<ModelPart, { type: 'text' }>;

/**
 * The uploaded design for the model; undefined without a file. Its first bytes tell its type, not its name. Throws
 * `unsupported_media_type` unless it is a PNG, JPEG, WebP or PDF.
 */
async function readDesignUpload({ image_upload, pdf_upload }: DesignFiles): Promise<FilePart | undefined> {
  const file = image_upload ?? pdf_upload;
  return file && toPart(await Bun.file(file.path).bytes());
}

/** The prompt, which is required if there is no file. */
function requirePrompt(prompt: string | undefined): string {
  if (prompt !== undefined && prompt.trim() !== '') return prompt;
  throw invalidField('prompt', 'is required, unless a design is sent as image_upload or pdf_upload.');
}

function toPart(bytes: Uint8Array): FilePart {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { type: 'image', bytes, mediaType: 'image/png' };
  if (start.startsWith('\xff\xd8\xff')) return { type: 'image', bytes, mediaType: 'image/jpeg' };
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return { type: 'image', bytes, mediaType: 'image/webp' };
  // Programs that read PDF accept other bytes before the header, within the first kilobyte.
  if (start.includes('%PDF-')) return { type: 'pdf', bytes };
  throw new DomainError(
    'unsupported_media_type',
    'The file is neither PNG, JPEG, WebP nor PDF. Save the design as one of them.',
  );
}

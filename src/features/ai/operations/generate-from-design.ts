import { Type } from '@sinclair/typebox';
import { DomainError, invalidField } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { SpooledFile } from '../../../platform/upload.ts';
import { selectTemplate, templateNotFound } from '../../templates/index.ts';
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
    if ((await selectTemplate(scope, deps.db.reader, template_id)) === undefined) throw templateNotFound();
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

/** Bytes of a picture or document of a design. */
export const MAX_DESIGN_BYTES = 10 * 1024 * 1024;

/** The file of a form, under one of two names. */
interface DesignFiles {
  image_upload?: SpooledFile;
  pdf_upload?: SpooledFile;
}

type FilePart = Exclude<ModelPart, { type: 'text' }>;

/**
 * The file of a design in the form for models, by its first bytes and not by its name or type. Undefined without one.
 * Throws `unsupported_media_type` if it is neither PNG, JPEG, WebP nor PDF.
 */
async function readDesignUpload({ image_upload, pdf_upload }: DesignFiles): Promise<FilePart | undefined> {
  const file = image_upload ?? pdf_upload;
  return file && toPart(await Bun.file(file.path).bytes());
}

/** Without a design, the prompt says what to make. */
function requirePrompt(prompt: string | undefined): string {
  if (prompt !== undefined && prompt.trim() !== '') return prompt;
  throw invalidField('prompt', 'is required, unless a design is sent as image_upload or pdf_upload.');
}

function toPart(bytes: Uint8Array): FilePart {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { type: 'image', bytes, mediaType: 'image/png' };
  if (start.startsWith('\xff\xd8\xff')) return { type: 'image', bytes, mediaType: 'image/jpeg' };
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return { type: 'image', bytes, mediaType: 'image/webp' };
  // Readers take a PDF that begins within the first kilobyte.
  if (start.includes('%PDF-')) return { type: 'pdf', bytes };
  throw new DomainError(
    'unsupported_media_type',
    'The file is neither PNG, JPEG, WebP nor PDF. Save the design as one of them.',
  );
}

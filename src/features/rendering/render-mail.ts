import type { Static } from '@sinclair/typebox';
import type { TemplateContent } from '../../content/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import type { Warning } from '../../render/index.ts';
import { recallRendering, rememberRendering, renderingKey } from './cache.ts';
import { imageBaseOf, listPictures } from './pictures.ts';
import type { Rendering } from './rendering.ts';
import type { RenderedMail, RenderWishes } from './schema.ts';
import { workshopOf } from './workshop.ts';

/** Gmail shows no more of a mail than this, and hides the rest behind a link. */
const GMAIL_LIMIT_BYTES = 102 * 1024;

export interface MailSource {
  title: string | undefined;
  /** SHA-256 of the content's JSON. */
  contentHash: Uint8Array;
  /** The content's JSON, asked for only if it has not been rendered like this before. */
  readContent(): Promise<string>;
}

/** A content as mail, as it was wished for: from the cache, or made by a worker. Throws what the worker throws. */
export async function renderMail(
  context: { deps: Deps; scope: TenantScope },
  source: MailSource,
  wishes: RenderWishes,
): Promise<Static<typeof RenderedMail>> {
  const rendering = await findOrRender(context, source, wishes);
  const { html, mjml, plain_text } = rendering;
  const bytes = Buffer.byteLength(html);
  return {
    ...(wishes.format !== 'mjml' && { html }),
    ...(wishes.format !== 'html' && { mjml }),
    ...(wishes.plain_text === true && { plain_text }),
    html_bytes: bytes,
    warnings: [...rendering.warnings.map(toWarning), ...warnOfSize(bytes)],
  };
}

async function findOrRender(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  { title, contentHash, readContent }: MailSource,
  { custom_fonts: customFonts = [], default_fallback: defaultFallback, data }: RenderWishes,
): Promise<Rendering> {
  const options = { title, customFonts, defaultFallback };
  const key = renderingKey(scope, { contentHash, imageBase: imageBaseOf(deps), ...options });
  // Sample data may be a person's: what is made with it is not kept.
  const known = data === undefined ? await recallRendering(deps, scope, key) : undefined;
  if (known !== undefined) return known;
  const content = await readContent();
  const made = await workshopOf(deps).mails.run({
    kind: 'render',
    content,
    imageBase: imageBaseOf(deps),
    pictures: listPictures(deps, JSON.parse(content) as TemplateContent),
    data,
    ...options,
  });
  if (data === undefined) rememberRendering(deps, scope, key, made);
  return made;
}

function toWarning({ code, message, blockId }: Warning) {
  return { code, message, ...(blockId !== undefined && { block_id: blockId }) };
}

function warnOfSize(bytes: number) {
  if (bytes <= GMAIL_LIMIT_BYTES) return [];
  const size = Math.ceil(bytes / 1024);
  const message = `The HTML has ${size} KB; Gmail shows the first 102 KB only. Shorten the mail or split it.`;
  return [{ code: 'too_large_for_gmail', message }];
}

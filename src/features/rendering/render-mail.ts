import type { Static } from '@sinclair/typebox';
import { type Block, type TemplateContent, walkBlocks } from '../../mail/model/index.ts';
import type { Warning } from '../../mail/render/index.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { findDeletedTokens, findMediaTokens } from '../media/index.ts';
import { selectTemplateWithContent, templateNotFound } from '../templates/index.ts';
import { noteRendering, renderingKey } from './cache.ts';
import { imageBaseOf, listPictures } from './pictures.ts';
import { selectTemplateToRender } from './queries.ts';
import { type EncodedRendering, toEncodedRendering } from './rendering.ts';
import type { RenderedMail, RenderOptions } from './schema.ts';

/** Gmail shows no more of a mail than this, and hides the rest behind a link. */
const GMAIL_LIMIT_BYTES = 102 * 1024;

interface MailSource {
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
  options: RenderOptions,
): Promise<Static<typeof RenderedMail>> {
  const rendering = await findOrRender(context, source, options);
  const { html, mjml, plain_text, htmlBytes: bytes } = rendering;
  return {
    ...(options.format !== 'mjml' && { html }),
    ...(options.format !== 'html' && { mjml }),
    ...(options.plain_text === true && { plain_text }),
    html_bytes: bytes,
    warnings: [
      ...rendering.warnings.map(toWarning),
      ...(await warnOfDeletedMedia(context, source, rendering)),
      ...warnOfSize(bytes),
    ],
  };
}

async function findOrRender(
  context: { deps: Deps; scope: TenantScope },
  source: MailSource,
  options: RenderOptions,
): Promise<EncodedRendering> {
  // Sample data may be a person's: what is made with it is not kept.
  if (options.data !== undefined) return (await render(context.deps, source, options)).made;
  const { deps, scope } = context;
  const key = renderingKey(scope, {
    contentHash: source.contentHash,
    imageBase: imageBaseOf(deps),
    ...optionsOf(source, options),
  });
  const { cache, underWay } = deps.services.rendering;
  const known = await cache.get(scope, key);
  if (known !== undefined) {
    noteRendering(deps, scope, known);
    return known;
  }
  const name = key.toString('base64');
  const rendering =
    underWay.get(name) ?? renderAndKeep(context, source, options, key).finally(() => underWay.delete(name));
  underWay.set(name, rendering);
  noteRendering(deps, scope, await rendering);
  return rendering;
}

async function renderAndKeep(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  source: MailSource,
  options: RenderOptions,
  key: Buffer,
): Promise<EncodedRendering> {
  const { made, content } = await render(deps, source, options);
  // The template may have been changed since its hash was read: then this is the mail of another key.
  const isSame = Buffer.from(sha256(content)).equals(source.contentHash);
  if (isSame) deps.services.rendering.cache.set(scope, key, made);
  return made;
}

async function render(deps: Deps, source: MailSource, options: RenderOptions) {
  const content = await source.readContent();
  const texts = await deps.services.rendering.pools.mails.run({
    kind: 'render',
    content,
    imageBase: imageBaseOf(deps),
    pictures: listPicturesOf(deps, content),
    data: options.data,
    ...optionsOf(source, options),
  });
  return { made: toEncodedRendering(texts, findMediaTokens(deps, content)), content };
}

/** Most mails have no such block, and then a long content need not be parsed here. */
function listPicturesOf(deps: Deps, content: string): Record<string, string> {
  const mayHaveSome = content.includes('"countdown"') || content.includes('"video"');
  return mayHaveSome ? listPictures(deps, JSON.parse(content) as TemplateContent) : {};
}

function optionsOf({ title }: MailSource, { custom_fonts, default_fallback }: RenderOptions) {
  return { title, customFonts: custom_fonts ?? [], defaultFallback: default_fallback };
}

function toWarning({ code, message, blockId }: Warning) {
  return { code, message, ...(blockId !== undefined && { block_id: blockId }) };
}

/** Files can be deleted long after the mail was rendered, so this is asked anew for each answer. */
async function warnOfDeletedMedia({ deps }: { deps: Deps }, source: MailSource, rendering: EncodedRendering) {
  const tokens = await findDeletedTokens(deps, rendering.mediaTokens);
  if (tokens.length === 0) return [];
  const { blocks, ...rest } = JSON.parse(await source.readContent()) as TemplateContent;
  const places = [...walkBlocks({ blocks, ...rest })]
    .map(({ block }) => ({ block_id: block.id, json: JSON.stringify(withoutChildren(block)) }))
    .filter(({ json }) => tokens.some((token) => json.includes(token)));
  const message =
    'The media library no longer has a file that is used here, so readers do not see it. Choose another one.';
  const found = places.length === 0 ? [{}] : places.map(({ block_id }) => ({ block_id }));
  return found.map((place) => ({ code: 'media_deleted', message, ...place }));
}

function warnOfSize(bytes: number) {
  if (bytes <= GMAIL_LIMIT_BYTES) return [];
  const size = Math.ceil(bytes / 1024);
  const message = `The HTML has ${size} KB; Gmail shows the first 102 KB only. Shorten the mail or split it.`;
  return [{ code: 'too_large_for_gmail', message }];
}

const withoutChildren = (block: Block) => ({ ...block, children: undefined });

/** A stored template as something to render. Throws `not_found` for one that is not the tenant's. */
export async function openTemplateSource(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  templateId: string,
) {
  const template = await selectTemplateToRender(scope, deps.db.reader, templateId);
  if (template === undefined) throw templateNotFound();
  const source: MailSource = {
    title: template.name ?? undefined,
    contentHash: template.hash,
    async readContent() {
      const row = await selectTemplateWithContent(scope, deps.db.reader, templateId);
      if (row === undefined) throw templateNotFound();
      return Buffer.from(row.json).toString();
    },
  };
  return { template, source };
}

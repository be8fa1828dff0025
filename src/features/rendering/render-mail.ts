import type { Static } from '@sinclair/typebox';
import { type Block, type TemplateContent, walkBlocks } from '../../mail/model/index.ts';
import type { SafeMail, Warning } from '../../mail/render/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { parseStoredJson, type StoredJson } from '../../platform/json/stored-json.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { ownerOf } from '../../platform/scope.ts';
import { sha256 } from '../../platform/security/crypto.ts';
import { findDeletedTokens, findMediaTokens } from '../media/index.ts';
import { type PreparedContent, requireTemplateWithContent, templateNotFound } from '../templates/index.ts';
import { cachePlainText, findPlainText, renderingKey } from './cache.ts';
import { imageBaseOf, listPictures } from './pictures.ts';
import { selectTemplateToRender } from './queries.ts';
import { type EncodedRendering, toEncodedRendering } from './rendering.ts';
import type { RenderedMail, RenderOptions } from './schema.ts';

/** Gmail cuts longer mails off and links to the rest. */
const GMAIL_LIMIT_BYTES = 102 * 1024;

export interface MailSource {
  title: string | undefined;
  /** SHA-256 of the content's JSON. */
  contentHash: Uint8Array;
  /** The content's JSON; called only if the rendering is not cached. */
  readContent(): Promise<string>;
}

/** Renders a content, or answers from the cache. Throws the errors of the worker. */
export async function renderMail(
  context: TenantContext,
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
    warnings: await listWarnings(context, source, rendering, bytes),
  };
}

/** Warnings of a rendering whose HTML has `bytes` bytes. */
export async function listWarnings(
  context: { deps: Deps },
  source: MailSource,
  rendering: Pick<EncodedRendering, 'warnings' | 'mediaTokens'>,
  bytes: number,
) {
  return [
    ...rendering.warnings.map(toWarning),
    ...(await warnOfDeletedMedia(context, source, rendering)),
    ...warnOfSize(bytes),
  ];
}

export async function findOrRender(
  context: TenantContext,
  source: MailSource,
  options: RenderOptions,
): Promise<EncodedRendering> {
  // Sample data may be personal, and a preview shows one state of an editor, so these renderings are not cached.
  if (options.data !== undefined || options.block_markers !== undefined)
    return (await render(context, source, options)).made;
  const { deps, scope } = context;
  const key = renderingKey(scope, {
    contentHash: source.contentHash,
    imageBase: imageBaseOf(deps),
    ...optionsOf(source, options),
  });
  const rendering = await deps.services.rendering.cache.getOrRender(scope, key, async () => {
    const { made, content } = await render(context, source, options);
    // If the template has changed since its hash was read, the rendering belongs to another key.
    return { made, mayKeep: Buffer.from(sha256(content)).equals(source.contentHash) };
  });
  cachePlainText(deps, scope, rendering);
  return rendering;
}

async function render({ deps, scope }: TenantContext, source: MailSource, options: RenderOptions) {
  const content = await source.readContent();
  const job = {
    kind: 'render' as const,
    content,
    imageBase: imageBaseOf(deps),
    pictures: listPicturesOf({ deps, scope }, content),
    data: options.data,
    blockMarkers: options.block_markers,
    ...optionsOf(source, options),
  };
  const texts = await deps.services.rendering.pools.mails.run(job, { owner: ownerOf(scope) });
  return { made: toEncodedRendering(texts, findMediaTokens(deps, content)), content };
}

/** Parsing a long content takes time, and most have no such block. */
function listPicturesOf(context: TenantContext, content: string): Record<string, string> {
  const mayHaveSome = content.includes('"countdown"') || content.includes('"video"');
  return mayHaveSome ? listPictures(context, JSON.parse(content) as TemplateContent) : {};
}

export function optionsOf({ title }: MailSource, { custom_fonts, default_fallback }: RenderOptions) {
  return { title, customFonts: custom_fonts ?? [], defaultFallback: default_fallback };
}

function toWarning({ code, message, blockId }: Warning) {
  return { code, message, ...(blockId !== undefined && { block_id: blockId }) };
}

/** Checked for each answer, because files can be deleted while the rendering is cached. */
async function warnOfDeletedMedia(
  { deps }: { deps: Deps },
  source: MailSource,
  rendering: Pick<EncodedRendering, 'mediaTokens'>,
) {
  const deleted = new Set(await findDeletedTokens(deps, rendering.mediaTokens));
  if (deleted.size === 0) return [];
  const content = JSON.parse(await source.readContent()) as TemplateContent;
  const places = [...walkBlocks(content)]
    .map(({ block }) => ({ block_id: block.id, json: JSON.stringify(withoutChildren(block)) }))
    .filter(({ json }) => findMediaTokens(deps, json).some((token) => deleted.has(token)));
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

/** A content as HTML and plain text to send. */
export async function renderPreparedContent(
  context: TenantContext,
  { json, hash }: PreparedContent,
  title: string | undefined,
): Promise<{ html: string; plainText: string }> {
  const source = { title, contentHash: hash, readContent: async () => json.toString() };
  const { html, plain_text } = await renderMail(context, source, { format: 'html', plain_text: true });
  return {
    html: parseStoredJson(html as StoredJson<string>),
    plainText: parseStoredJson(plain_text as StoredJson<string>),
  };
}

/** Opens a stored template for rendering. Throws `not_found` for one that is not the tenant's. */
export async function openTemplateSource({ deps, scope }: TenantContext, templateId: string) {
  const template = await selectTemplateToRender(scope, deps.db.reader, templateId);
  if (template === undefined) throw templateNotFound();
  const source: MailSource = {
    title: template.name ?? undefined,
    contentHash: template.hash,
    async readContent() {
      const row = await requireTemplateWithContent(scope, deps.db.reader, templateId);
      return Buffer.from(row.json).toString();
    },
  };
  return { template, source };
}

/** The subject in the settings of a content; null if it has none. */
export function subjectOf(content: string): string | null {
  if (!content.includes('"subject"')) return null;
  const { subject } = (JSON.parse(content) as TemplateContent).settings;
  return typeof subject === 'string' && subject.trim() !== '' ? subject : null;
}

export interface PreparedMail extends SafeMail {
  /** The subject of the content's settings, or the name of the template; null if it has neither. */
  subject: string | null;
}

/** A stored template as a mail to send. Throws `not_found` for one that is not the tenant's. */
export async function renderToSend(context: TenantContext, templateId: string): Promise<PreparedMail> {
  const { template, source } = await openTemplateSource(context, templateId);
  const json = Buffer.from(await source.readContent());
  const prepared = { json, hash: Buffer.from(source.contentHash) };
  const mail = await renderPreparedContent(context, prepared, source.title);
  return { subject: subjectOf(json.toString()) ?? template.name, ...mail };
}

/**
 * A mail to send from a client's HTML: unchanged if it is a recent export of this tenant, otherwise sanitized. Throws
 * `not_found` for a template that is not the tenant's.
 */
export async function prepareMail(
  context: TenantContext,
  templateId: string,
  html: string,
): Promise<PreparedMail> {
  const { deps, scope } = context;
  const { template, source } = await openTemplateSource(context, templateId);
  const plainText = findPlainText(deps, scope, html);
  const subject = subjectOf(await source.readContent()) ?? template.name;
  if (plainText !== undefined) return { subject, html, plainText };
  const own = await renderMail(context, source, { format: 'html' });
  const ownHtml = parseStoredJson(own.html as StoredJson<string>);
  const job = { kind: 'sanitize' as const, html, own: ownHtml };
  const safe = await deps.services.rendering.pools.sanitizing.run(job, { owner: ownerOf(scope) });
  return { subject, ...safe };
}

import { Type } from '@sinclair/typebox';
import { findBlocks, type TemplateContent } from '../../../mail/model/index.ts';
import { invalidField } from '../../../platform/errors.ts';
import { Picture } from '../../../platform/files/picture.ts';
import { parseStoredJson } from '../../../platform/json/stored-json.ts';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import { sha256 } from '../../../platform/security/crypto.ts';
import { TemplateId } from '../../templates/index.ts';
import { InboxView, viewInbox } from '../inbox-view.ts';
import { findOrRender, type MailSource, openTemplateSource } from '../render-mail.ts';
import { readPngHeight } from '../thumbnails/thumbnail.ts';
import type { Thumbnail, ThumbnailRequest } from '../thumbnails/thumbnails.ts';

/** Pixels of the picture, one for each CSS pixel. Models scale larger pictures down. */
const WIDTHS = { desktop: 640, phone: 375 };
const MAX_HEIGHT = 1_568;

export const previewTemplate = defineOperation({
  name: 'previewTemplate',
  summary: 'A picture of a stored template, of what a proposal makes of it, or of some blocks, for agents',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  input: Type.Object({
    template_id: Type.Optional(TemplateId),
    proposal_id: Type.Optional(Type.String({ maxLength: 100, description: 'Shows what it proposes.' })),
    view: Type.Optional(
      Type.Union([Type.Literal('mail'), Type.Literal('inbox')], {
        description: 'inbox: sender, subject and first words as in a list of mails; no picture.',
      }),
    ),
    layout: Type.Union([Type.Literal('desktop'), Type.Literal('phone')], {
      default: 'desktop',
      description: 'phone: 375 pixels wide.',
    }),
    dark: Type.Boolean({ default: false, description: 'In dark mode.' }),
    block_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), {
        minItems: 1,
        maxItems: 100,
        description: 'Only these blocks.',
      }),
    ),
  }),
  output: Type.Object({
    template_id: Type.Optional(Type.String()),
    version: Type.Optional(Type.Integer()),
    cut_off: Type.Optional(Type.Boolean({ description: 'The mail goes on below the picture.' })),
    inbox: Type.Optional(InboxView),
    picture: Type.Optional(Picture),
  }),
  async run(context, { template_id, proposal_id, view, layout, dark, block_ids }) {
    const { deps, scope } = context;
    const { template, source } = await openSource(context, template_id, proposal_id);
    const facts = template !== undefined && { template_id: template.id, version: template.version };
    if (view === 'inbox') return { ...facts, inbox: await viewInbox(context, source) };
    const part =
      block_ids === undefined
        ? { contentHash: source.contentHash, readContent: source.readContent }
        : takeBlocks(await source.readContent(), block_ids);
    const looks = { width: WIDTHS[layout], maxHeight: MAX_HEIGHT, layout, isDark: dark };
    const browsed = await drawByBrowser(context, { ...part, title: source.title }, looks);
    const { png, etag } =
      browsed ??
      (await deps.services.rendering.thumbnails.getOrDraw(scope, {
        ...part,
        ...looks,
        name: source.title ?? 'Untitled',
      }));
    return {
      ...facts,
      ...(readPngHeight(png) >= MAX_HEIGHT && { cut_off: true }),
      picture: { bytes: png, type: 'image/png' as const, etag },
    };
  },
});

/** The mail as an installed browser shows it; undefined without one, and if it fails. */
async function drawByBrowser(
  { deps, scope }: TenantContext,
  source: MailSource,
  { width, maxHeight, layout, isDark }: Pick<ThumbnailRequest, 'width' | 'maxHeight' | 'layout' | 'isDark'>,
): Promise<Thumbnail | undefined> {
  const { screenshots, services, log } = deps;
  if (screenshots === undefined) return undefined;
  const { html } = await findOrRender({ deps, scope }, source, { format: 'html' });
  try {
    const png = await screenshots.draw({
      ...{ html: parseStoredJson(html), width, maxHeight, isDark },
      isPhone: layout === 'phone',
      readPicture: (address) => services.rendering.thumbnails.readPicture(scope, address, width),
    });
    return { png, etag: undefined };
  } catch (error) {
    log.warn({ err: error }, 'Chromium could not draw a mail');
    return undefined;
  }
}

async function openSource(
  context: TenantContext,
  template_id: string | undefined,
  proposal_id: string | undefined,
): Promise<{ template?: { id: string; version: number }; source: MailSource }> {
  const { deps, scope } = context;
  if (proposal_id !== undefined) {
    const { title, json } = await deps.services.rendering.proposalReader(scope, { template_id, proposal_id });
    return { source: { title, contentHash: sha256(json), readContent: async () => json } };
  }
  if (template_id === undefined) throw invalidField('template_id', 'is needed without a proposal_id.');
  return openTemplateSource(context, template_id);
}

/** A content of these blocks only. Throws `validation_failed` for an unknown one. */
function takeBlocks(json: string, ids: readonly string[]) {
  const content = JSON.parse(json) as TemplateContent;
  const { blocks, missing } = findBlocks(content, ids);
  if (missing.length > 0)
    throw invalidField('block_ids', `has ids that no block has: ${missing.join(', ')}.`);
  const part = JSON.stringify({ ...content, blocks });
  return { contentHash: sha256(part), readContent: async () => part };
}

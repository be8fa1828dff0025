import type { Block, LeafBlock } from '../../model/index.ts';
import { element } from '../../parse/escape.ts';
import { decodeMergeTag, listMergeTags } from '../../parse/merge-tags.ts';
import { shorten } from '../../parse/shorten.ts';
import { isHidden } from '../box.ts';
import { type Container, type MailPage, markerOf, warn } from '../page.ts';
import { renderButton } from './button.ts';
import { renderCountdown } from './countdown.ts';
import { renderDivider } from './divider.ts';
import { renderCustom, renderHtmlBlock } from './html.ts';
import { renderImage } from './image.ts';
import { renderMenu } from './menu.ts';
import { renderParagraph } from './paragraph.ts';
import { renderSocial } from './social.ts';
import { renderSpacer } from './spacer.ts';
import { renderTable } from './table.ts';
import { renderTitle } from './title.ts';
import { renderVideo } from './video.ts';

type Renderer<B extends LeafBlock> = (block: B, page: MailPage, container: Container) => string;

const RENDERERS: { [T in LeafBlock['type']]: Renderer<Extract<LeafBlock, { type: T }>> } = {
  title: renderTitle,
  paragraph: renderParagraph,
  image: renderImage,
  button: renderButton,
  divider: renderDivider,
  video: renderVideo,
  social: renderSocial,
  spacer: renderSpacer,
  html: renderHtmlBlock,
  menu: renderMenu,
  table: renderTable,
  countdown: renderCountdown,
  custom: renderCustom,
};

/** MJML of a block as it stands in a column; '' when it shows nothing. Blocks of unknown types show nothing. */
export function renderLeaf(block: LeafBlock, page: MailPage, container: Container): string {
  const mjml = renderVisible(block, page, container);
  return mjml === '' && page.markers ? renderEmptySpace(block, page) : mjml;
}

/** Room for a block that shows nothing, where a preview can show that it is there. */
export function renderEmptySpace(block: Block, page: MailPage): string {
  return element('mj-spacer', { 'css-class': markerOf(block, page), padding: '0', height: '40px' });
}

function renderVisible(block: LeafBlock, page: MailPage, container: Container): string {
  if (isHidden(block)) return '';
  if (!Object.hasOwn(RENDERERS, block.type)) {
    const type = JSON.stringify(shorten(String(block.type), 60));
    warn(page, 'unknown_block', block.id, `Blocks of type ${type} cannot be rendered; it is left out.`);
    return '';
  }
  page.blockId = block.id;
  const mjml = (RENDERERS[block.type] as Renderer<LeafBlock>)(block, page, container);
  warnOfTags(block, mjml, page);
  return mjml;
}

/** Fields whose merge tags stand in the mail. */
const SHOWN = new Set('cells content items linkUrl renderedHtml rows src text url'.split(' '));

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    Array.isArray(value) || SHOWN.has(key) ? textsOf(inner) : [],
  );
}

/** Warns of merge tags that are left out, and of those that no attribute can hold as they are. */
function warnOfTags(block: LeafBlock, mjml: string, page: MailPage): void {
  const tags = textsOf(block).flatMap((text) => listMergeTags(text));
  if (tags.length === 0 || (mjml === '' && block.type !== 'html')) return;
  const written = listMergeTags([mjml, ...page.jsonLd].join('\n'));
  const kept = new Set(written.map(keyOf));
  for (const tag of new Set(tags)) {
    if (kept.has(keyOf(tag))) continue;
    const message = `The tag ${shorten(tag, 60)} is left out: it stands where it could change the markup.`;
    warn(page, 'merge_tag_changed', block.id, message);
  }
  const mixed = written.find((tag) => tag.includes('&quot;'));
  if (mixed === undefined) return;
  const tag = shorten(decodeMergeTag(mixed), 60);
  const message = `The tag ${tag} has quotes of both kinds, which no attribute can hold: its double quotes are entities. Use one kind.`;
  warn(page, 'merge_tag_changed', block.id, message);
}

/** A tag without what escaping changes. */
function keyOf(tag: string): string {
  return decodeMergeTag(tag).replace(/[\s"'\ufdde]+/g, '');
}

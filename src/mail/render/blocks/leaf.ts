import type { Block, LeafBlock } from '../../model/index.ts';
import { element } from '../../parse/escape.ts';
import { listMergeTags } from '../../parse/merge-tags.ts';
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
  warnOfQuotes(mjml, block.id, page);
  return mjml;
}

/** Warns of merge tags that no attribute can hold as they are. */
function warnOfQuotes(mjml: string, blockId: string, page: MailPage): void {
  if (!mjml.includes('&quot;')) return;
  const changed = listMergeTags(mjml).find((tag) => tag.includes('&quot;'));
  if (changed === undefined) return;
  const tag = shorten(changed.replaceAll('&quot;', '"'), 60);
  const message = `The tag ${tag} has quotes of both kinds, which no attribute can hold: its double quotes are entities. Use one kind.`;
  warn(page, 'merge_tag_changed', blockId, message);
}

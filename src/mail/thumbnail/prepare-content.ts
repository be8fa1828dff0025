import { type Block, blockSchemas, type TemplateContent, walkBlocks } from '../model/index.ts';
import { element } from '../parse/escape.ts';
import { hasMergeTag } from '../parse/merge-tags.ts';
import { isData } from './addresses.ts';

/** Of buttons whose color is known only when the mail is sent. Their texts are usually white. */
const BUTTON_COLOR = '#333333';

/** A content to render for a picture. */
interface PreparedContent {
  content: TemplateContent;
  /** Data URIs by the names that the content has in their place, because exports leave pictures out that are data URIs. */
  data: ReadonlyMap<string, string>;
}

/**
 * Changes a content so that the exported mail shows what only a picture can show: placeholders in the place of pictures
 * that are not known yet, and boxes for blocks that are left out of exports. Changes the blocks of the given content.
 * @param isKnown whether there is a picture for an address
 */
export function prepareContent(
  content: TemplateContent,
  isKnown: (address: string) => boolean,
): PreparedContent {
  const data = new Map<string, string>();
  for (const { block } of walkBlocks(content)) {
    if (block.type === 'image') {
      const source = block.src.trim();
      const placeholder = block.placeholderUrl?.trim() ?? '';
      const shown = placeholder !== '' && !isKnown(source) ? placeholder : source;
      block.src = isData(shown) ? `cid:data/${data.size}` : shown;
      if (block.src !== shown) data.set(block.src, shown);
    } else if (block.type === 'video') {
      // The poster of a video behind a merge tag is a plain one.
      if (hasMergeTag(block.thumbnailUrl)) block.thumbnailUrl = '';
    } else if (block.type === 'button') {
      if (hasMergeTag(block.backgroundColor)) block.backgroundColor = BUTTON_COLOR;
    } else replaceUnknown(block);
  }
  return { content, data };
}

/** Room for a block that has no HTML: a picture that cannot be shown, with the name of the block. */
function replaceUnknown(block: Block): void {
  const isKnown = blockSchemas.has(block.type);
  if (isKnown && (block.type !== 'custom' || block.renderedHtml)) return;
  const name = isKnown && block.type === 'custom' ? block.customType : String(block.type);
  const style = 'display:block;width:100%;height:48px';
  const content = element('img', {
    src: 'cid:block',
    alt: name.slice(0, 60),
    width: '600',
    height: '48',
    style,
  });
  const padding = { top: 10, right: 10, bottom: 10, left: 10 };
  Object.assign(block, { type: 'html', content, styles: { padding } });
}

/** CSS pixels of a picture for each character of the content as JSON: fewer than mails have. */
const PIXELS_PER_CHARACTER = 60;

/** Most characters. A picture of the greatest height shows less. */
const MAX_CHARACTERS = 400_000;

/** The blocks at the top of a content: probably as many as a picture of so many CSS pixels shows. */
export function takeTop(content: TemplateContent, area: number): TemplateContent {
  let room = Math.min(area / PIXELS_PER_CHARACTER, MAX_CHARACTERS);
  const blocks = content.blocks.filter((block) => {
    const isShown = room > 0;
    if (isShown) room -= JSON.stringify(block).length;
    return isShown;
  });
  return blocks.length === content.blocks.length ? content : { ...content, blocks };
}

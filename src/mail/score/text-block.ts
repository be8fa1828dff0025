import { type Block, type TemplateContent, walkBlocks } from '../model/index.ts';

/** A block whose `content` is HTML. */
export type TextBlock = Extract<Block, { content: string }>;

export function findBlock(content: TemplateContent, id: string): TextBlock | undefined {
  for (const { block } of walkBlocks(content)) if (block.id === id) return asTextBlock(block);
  return undefined;
}

function asTextBlock(block: Block): TextBlock | undefined {
  return 'content' in block && typeof block.content === 'string' ? (block as TextBlock) : undefined;
}

/** Elements that rich text cannot contain. */
const MARKUP = /<(?:table|div|td|img|center|font)\b/i;

/**
 * The content with the text of a block as an editor has it. A block that is not saved yet is added at the end: as an
 * html block when its HTML needs one, else as a paragraph.
 */
export function withText(content: TemplateContent, id: string, html: string): TemplateContent {
  const before = findBlock(content, id);
  if (before === undefined) return { ...content, blocks: [...content.blocks, makeBlock(id, html)] };
  const replace = (block: Block): Block => {
    if (block.id === id) return { ...block, content: html } as Block;
    if (block.type !== 'section') return block;
    return { ...block, children: block.children.map((list) => list.map(replace)) } as Block;
  };
  return { ...content, blocks: content.blocks.map(replace) };
}

function makeBlock(id: string, html: string): Block {
  const styles = { padding: { top: 10, right: 10, bottom: 10, left: 10 } };
  return { id, type: MARKUP.test(html) ? 'html' : 'paragraph', content: html, styles };
}

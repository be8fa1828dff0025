import type { SectionBlock } from './blocks/section.ts';
import type { Block, TemplateContent } from './template-content.ts';

/** A block and where it stands. */
export interface PlacedBlock {
  block: Block;
  /** JSON Pointer from the root of the content. */
  path: string;
  /** The list the block is in, and its place there. */
  list: readonly Block[];
  index: number;
  /** The section around the block, if any, and which of its columns the block is in. */
  section?: SectionBlock;
  column?: number;
}

/** Every block of a parsed content in reading order: a section comes right before the blocks in its columns. */
export function* walkBlocks(content: TemplateContent): Generator<PlacedBlock, void, undefined> {
  for (const [index, block] of content.blocks.entries()) {
    const path = `/blocks/${index}`;
    yield { block, path, list: content.blocks, index };
    if (block.type === 'section') yield* walkSection(block, path);
  }
}

/** How many blocks a parsed content has, those inside sections included. */
export function countBlocks(content: TemplateContent): number {
  let count = content.blocks.length;
  for (const block of content.blocks) {
    if (block.type !== 'section') continue;
    for (const list of block.children) count += list.length;
  }
  return count;
}

function* walkSection(section: SectionBlock, path: string): Generator<PlacedBlock, void, undefined> {
  for (const [column, list] of section.children.entries()) {
    for (const [index, block] of list.entries()) {
      yield { block, path: `${path}/children/${column}/${index}`, list, index, section, column };
    }
  }
}

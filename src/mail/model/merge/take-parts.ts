import type { TemplateContent } from '../template-content.ts';
import type { MergeConflict } from './merge-contents.ts';

/** A content with some blocks and settings as another has them, where both have the block. */
export function takeParts(
  content: TemplateContent,
  other: TemplateContent,
  { blockIds, settings }: MergeConflict,
): TemplateContent {
  const taken = new Map<string, Block>(blocksOf(other).map((block) => [block.id, block]));
  const replace = (block: Block): Block => {
    const { children: _children, ...fields } = (blockIds.includes(block.id) && taken.get(block.id)) || block;
    return block.children === undefined
      ? fields
      : { ...fields, children: block.children.map((list) => list.map(replace)) };
  };
  const values = Object.entries(other.settings).filter(([name]) => settings.includes(name));
  return {
    ...content,
    blocks: (content.blocks as Block[]).map(replace),
    settings: { ...content.settings, ...Object.fromEntries(values) },
  } as TemplateContent;
}

interface Block {
  id: string;
  children?: Block[][];
}

/** All blocks, those of sections too. */
export const blocksOf = ({ blocks }: TemplateContent): Block[] =>
  (blocks as Block[]).flatMap((block) => [block, ...(block.children ?? []).flat()]);

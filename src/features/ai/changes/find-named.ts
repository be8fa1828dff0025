import { type Block, findBlocks, type TemplateContent } from '../../../mail/model/index.ts';

/** The block a model means by an id, which may be the end of one; undefined if there is none, or several. */
export function findNamed(content: TemplateContent, id: string): Block | undefined {
  const { blocks } = findBlocks(content, [id]);
  return blocks.length === 1 ? (blocks[0] as Block) : undefined;
}

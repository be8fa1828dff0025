import { stripDefaults } from '../defaults.ts';
import { type Fields, isFields } from '../record.ts';
import { blockSchemas, type TemplateContent, TemplateSettings } from '../template-content.ts';
import { buildTree, type ContentTree, findByName, shortenId } from './tree.ts';

/**
 * A content as language models read it: without the fields that have their default, with short ids of blocks (see
 * `shortenId`), and without those of parts of blocks, such as items of a menu. Written back, it becomes the same content.
 */
export function compactContent(content: TemplateContent): Fields {
  const tree = buildTree(content.blocks);
  const blocks = mapBlocks(content.blocks, (block) => compactBlock(tree, block));
  return { ...content, blocks, settings: compactSettings(content.settings) };
}

/** Settings without those that have their default. */
export function compactSettings(settings: TemplateContent['settings']): Fields {
  return stripDefaults(TemplateSettings, settings as Fields);
}

function compactBlock(tree: ContentTree, block: Fields): Fields {
  const schema = blockSchemas.get(String(block.type));
  const { id: _id, type, children: _children, ...fields } = schema ? stripDefaults(schema, block) : block;
  const id = typeof block.id === 'string' ? shortenId(tree, block.id) : block.id;
  return {
    ...(id !== undefined && { id }),
    type,
    ...fields,
    ...('children' in block && { children: block.children }),
  };
}

/** A content that was sent, with the full ids of the blocks of `present` that it names by their short ids. */
export function expandShortIds(sent: unknown, present: TemplateContent): unknown {
  if (!isFields(sent) || !Array.isArray(sent.blocks)) return sent;
  const tree = buildTree(present.blocks);
  const expand = (block: Fields) =>
    typeof block.id === 'string' ? { ...block, id: fullId(tree, block.id) } : block;
  return { ...sent, blocks: mapBlocks(sent.blocks, expand) };
}

function fullId(tree: ContentTree, id: string): string {
  const [node, another] = findByName(tree, id);
  return node?.id !== undefined && another === undefined && shortenId(tree, node.id) === id ? node.id : id;
}

/** Changes the blocks of a content and those in its sections, which are not nested. Takes damaged contents too. */
function mapBlocks(blocks: readonly unknown[], change: (block: Fields) => Fields): unknown[] {
  return blocks.map((block) => {
    if (!isFields(block)) return block;
    const changed = change(block);
    if (block.type !== 'section' || !Array.isArray(block.children)) return changed;
    const columns = block.children.map((column) =>
      Array.isArray(column) ? column.map((inner) => (isFields(inner) ? change(inner) : inner)) : column,
    );
    return { ...changed, children: columns };
  });
}

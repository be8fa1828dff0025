import { type Block, blockSchemas, type TemplateContent, walkBlocks } from '../../../mail/model/index.ts';
import { shownFields } from '../block-form/flat-schema.ts';

type Fields = Record<string, unknown>;

/**
 * Puts back the fields of blocks that a model was not shown, because it does not write them or because they hold a
 * default: that its answer lacks them does not mean that they are to go.
 */
export function keepUnshown(before: TemplateContent, after: TemplateContent): TemplateContent {
  const olds = new Map([...walkBlocks(before)].map(({ block }) => [block.id, block]));
  const complete = (block: Block): Block => {
    const old = olds.get(block.id);
    const whole = old?.type === block.type ? addUnshown(old, block) : block;
    if (whole.type !== 'section') return whole;
    return { ...whole, children: whole.children.map((list) => list.map(complete)) } as Block;
  };
  return { ...after, blocks: after.blocks.map(complete) };
}

function addUnshown(old: Block, block: Block): Block {
  const schema = blockSchemas.get(old.type);
  const shown = new Map(schema === undefined ? [] : shownFields(schema));
  const missing = Object.entries(old as unknown as Fields).filter(([name, value]) => {
    if (Object.hasOwn(block, name)) return false;
    const field = shown.get(name);
    return field === undefined || JSON.stringify(field.default) === JSON.stringify(value);
  });
  return missing.length === 0 ? block : ({ ...block, ...Object.fromEntries(missing) } as Block);
}

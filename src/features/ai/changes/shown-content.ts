import type { TSchema } from '@sinclair/typebox';
import {
  type Block,
  blockSchemas,
  type Fields,
  findBlocks,
  isFields,
  shortenIds,
  type TemplateContent,
  walkBlocks,
} from '../../../mail/model/index.ts';
import { shownBlocks, shownFields } from '../generate/answer-schemas.ts';

/**
 * Blocks in the form in which models see them: one JSON object per line, with the short ids of the outline, without
 * defaults (the guide in the prompt lists them) and without ids of list items (models do not write them). Blocks inside
 * a section have lines of their own.
 * @param ids of the blocks to show; all when absent
 */
export function showBlocks(content: TemplateContent, ids?: ReadonlySet<string>): string {
  const placed = [...walkBlocks(content)].filter(({ block }) => ids?.has(block.id) ?? true);
  const names = shortenIds(
    content,
    placed.map(({ block }) => block.id),
  );
  return placed
    .map(({ block }, index) => JSON.stringify(showBlock(block, names[index] as string)))
    .join('\n');
}

function showBlock(block: Block, id: string): Fields {
  const schema = shownBlocks.get(block.type);
  const { id: _id, type, ...fields } = block as unknown as Fields;
  if (schema === undefined) return { id, type, note: 'of a type you cannot write' };
  delete fields.children;
  return { id, type, ...showFields(schema, fields) };
}

/** The settings as a model is shown them. */
export function showSettings({ settings }: TemplateContent): string {
  return JSON.stringify(settings);
}

function showFields(schema: TSchema, fields: Fields): Fields {
  const known = new Map(shownFields(schema));
  const shown = Object.entries(fields).flatMap(([name, value]) => {
    const field = known.get(name);
    if (field === undefined || isDefault(field, value)) return [];
    const inner = showValue(field, value);
    return isEmptyObject(inner) ? [] : [[name, inner] as const];
  });
  return Object.fromEntries(shown);
}

function showValue(field: TSchema, value: unknown): unknown {
  if (field.type === 'array' && field.items.properties && Array.isArray(value)) {
    return value.map((item) => showValue(field.items, item));
  }
  return field.properties && isFields(value) ? showFields(field, value) : value;
}

function isDefault(field: TSchema, value: unknown): boolean {
  return field.default !== undefined && JSON.stringify(field.default) === JSON.stringify(value);
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * Puts back fields that a model was not shown because it does not write them or because they have their default. That
 * its answer lacks them does not remove them.
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

/** The block that a model names by its id or the end of its id. Undefined unless exactly one block matches. */
export function findNamed(content: TemplateContent, id: string): Block | undefined {
  const { blocks } = findBlocks(content, [id]);
  return blocks.length === 1 ? (blocks[0] as Block) : undefined;
}

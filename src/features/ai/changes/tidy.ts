import type { TSchema } from '@sinclair/typebox';
import {
  type Block,
  blockSchemas,
  type Fields,
  isFields,
  scanHtml,
  type TemplateContent,
  TemplateSettings,
  walkBlocks,
} from '../../../mail/model/index.ts';

/**
 * A block from a model, without fields that it only filled in for completeness: null, and fields of other types. The
 * rest is checked like any input.
 */
export function tidyBlock(value: unknown): unknown {
  if (!isFields(value) || typeof value.type !== 'string') return value;
  const schema = blockSchemas.get(value.type);
  if (schema === undefined) return value;
  const tidy = tidyFields(schema, value);
  if (!Array.isArray(value.children) || !('children' in schema.properties)) return tidy;
  const children = value.children.map((list) => (Array.isArray(list) ? list.map(tidyBlock) : list));
  return { ...tidy, children };
}

/** As `tidyBlock`, for settings. */
export function tidySettings(value: unknown): unknown {
  if (value === null || value === undefined) return {};
  return isFields(value) ? tidyFields(TemplateSettings, value) : value;
}

function tidyFields(schema: TSchema, fields: Fields): Fields {
  const kept = Object.entries(fields).flatMap(([name, value]) => {
    const field: TSchema | undefined = Object.hasOwn(schema.properties, name)
      ? schema.properties[name]
      : undefined;
    if (field === undefined || value === null) return [];
    return [[name, tidyValue(field, value)] as const];
  });
  return Object.fromEntries(kept);
}

function tidyValue(field: TSchema, value: unknown): unknown {
  if (field.type === 'object' && field.properties && isFields(value)) return tidyFields(field, value);
  if (field.type === 'array' && field.items?.properties && Array.isArray(value)) {
    return value.map((item) => tidyValue(field.items, item));
  }
  return value;
}

/**
 * Restores texts in which a model has only changed the notation of the same HTML: quotes, spaces, entities, `<br />`
 * for `<br>`. The user would see such differences as changes.
 */
export function undoNotationChanges(before: TemplateContent, after: TemplateContent): TemplateContent {
  const olds = new Map([...walkBlocks(before)].map(({ block }) => [block.id, block]));
  const restoreBlock = (block: Block): Block => {
    const old = olds.get(block.id);
    const restored = old === undefined ? block : (restore(old, block) as Block);
    if (restored.type !== 'section') return restored;
    return { ...restored, children: restored.children.map((list) => list.map(restoreBlock)) } as Block;
  };
  return { ...after, blocks: after.blocks.map(restoreBlock) };
}

function restore(before: unknown, after: unknown): unknown {
  if (before === after) return before;
  if (typeof before === 'string' && typeof after === 'string') {
    return normalize(before) === normalize(after) ? before : after;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length ? after.map((item, index) => restore(before[index], item)) : after;
  }
  if (!isFields(before) || !isFields(after)) return after;
  // Blocks inside a section are compared by their ids.
  return Object.fromEntries(
    Object.entries(after).map(([key, value]) => [
      key,
      key === 'children' ? value : restore(before[key], value),
    ]),
  );
}

const ENTITIES: Record<string, string> = { '&#39;': "'", '&apos;': "'", '&quot;': '"', '&#34;': '"' };

function normalize(html: string): string {
  const decoded = html.replace(/&(?:#39|apos|quot|#34);/g, (entity) => ENTITIES[entity] ?? entity);
  return [...scanHtml(decoded)]
    .map(({ kind, source }) => (kind === 'markup' ? normalizeTag(source) : source))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:p|ul|ol|li|h[1-6]|br)>) ?/g, '$1')
    .trim();
}

function normalizeTag(tag: string): string {
  const start = /^<\/?[a-z][a-z0-9]*/i.exec(tag)?.[0];
  if (start === undefined || !tag.endsWith('>')) return tag;
  const attributes = tag.slice(start.length, -1).replace(/='([^'"]*)'/g, '="$1"');
  return `${start.toLowerCase()}${attributes.trimEnd().replace(/\/$/, '').trimEnd()}>`;
}

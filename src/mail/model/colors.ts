import type { TSchema } from '@sinclair/typebox';
import { parseColor } from '../parse/color.ts';
import { isValueTemplate } from '../parse/merge-tag-meaning.ts';
import { ColorField } from './common.ts';
import { isFields } from './record.ts';
import { blockSchemas, type TemplateContent, TemplateSettings, walkBlocks } from './template-content.ts';

/** The values of a color field, as messages name them. */
export const COLOR_FORM = 'a CSS color such as "#1a73e8"';

/** Whether a text is valid in a color field: a CSS color, a text with merge tags, or empty. */
export function isColor(text: string): boolean {
  return text.trim() === '' || parseColor(text) !== undefined || isValueTemplate(text);
}

/** A color field with an invalid value; the default color is rendered instead. */
export interface WrongColor {
  /** Absent for the settings. */
  blockId?: string;
  /** Path from the block or the settings to the field. */
  steps: string[];
  value: string;
}

/** The color fields of a content with invalid values. */
export function findWrongColors(content: TemplateContent): WrongColor[] {
  const found = readColors(TemplateSettings, content.settings, []);
  for (const { block } of walkBlocks(content)) {
    const schema = blockSchemas.get(block.type);
    if (schema)
      found.push(...readColors(schema, block, []).map((wrong) => ({ ...wrong, blockId: block.id })));
  }
  return found;
}

function readColors(schema: TSchema, value: unknown, steps: string[]): WrongColor[] {
  if (typeof value === 'string') {
    return ColorField in schema && !isColor(value) ? [{ steps, value }] : [];
  }
  if (Array.isArray(value)) {
    // The blocks inside a section are read one by one.
    if (schema.type !== 'array' || schema.items.type !== 'object') return [];
    return value.flatMap((item, index) => readColors(schema.items, item, [...steps, `${index}`]));
  }
  if (schema.type !== 'object' || !isFields(value)) return [];
  return Object.entries<TSchema>(schema.properties).flatMap(([key, field]) =>
    Object.hasOwn(value, key) ? readColors(field, value[key], [...steps, key]) : [],
  );
}

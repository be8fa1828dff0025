import type { TSchema } from '@sinclair/typebox';
import { TemplateSettings } from '../../../mail/model/index.ts';
import { shownBlocks, shownFields } from './flat-schema.ts';

/**
 * The content model in the fewest words a model can write blocks by: a line for each type with its fields, what they
 * take and what is meant when they are left out. Made from the schemas.
 */
export function blockGuide(): string {
  guide ??= writeGuide();
  return guide;
}

let guide: string | undefined;

function writeGuide(): string {
  const lines = [...shownBlocks].map(
    ([type, schema]) => `${type}: ${describeFields(schema, new Set(['styles']))}`,
  );
  return [
    'Fields of each block type; * must be given, "=" is the value of a field that is left out:',
    ...lines,
    'every block also: styles{padding{top,right,bottom,left} pixels =10, backgroundColor}, visibility{desktop,mobile} =true',
    `settings: ${describeFields(TemplateSettings, new Set())}`,
    'content is rich text in HTML: p, br, strong, em, u, s, a, span[style], ul, ol, li, sub, sup, mark; a title holds inline elements only.',
    'children: one list of blocks per column, no section inside. Colors are CSS colors, lengths pixels.',
  ].join('\n');
}

function describeFields(schema: TSchema, leftOut: ReadonlySet<string>): string {
  const required: readonly string[] = schema.required ?? [];
  return shownFields(schema)
    .filter(([name]) => !leftOut.has(name) && name !== 'visibility')
    .map(([name, field]) => describeField(name, field, required.includes(name)))
    .join(', ');
}

function describeField(name: string, field: TSchema, isRequired: boolean): string {
  const { default: standard } = field;
  const isBare = Array.isArray(standard) && standard.length === 0;
  const mark = isRequired && standard === undefined && !field.properties ? '*' : '';
  const value = standard === undefined || standard === '' || isBare ? '' : ` =${JSON.stringify(standard)}`;
  return `${name}${mark}${describeType(field)}${value}`;
}

function describeType(field: TSchema): string {
  if (field.anyOf) return ` ${(field.anyOf as TSchema[]).map(describeChoice).join('|')}`;
  if (field.type === 'array' && field.items.properties)
    return `[{${describeFields(field.items, new Set())}}]`;
  if (field.type === 'object' && field.properties) return `{${describeFields(field, new Set())}}`;
  if (field.type === 'boolean') return ' true|false';
  return field.type === 'number' || field.type === 'integer' ? ' number' : '';
}

function describeChoice(choice: TSchema): string {
  return choice.const === undefined ? choice.type : JSON.stringify(choice.const);
}

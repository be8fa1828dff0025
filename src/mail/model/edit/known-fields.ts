import type { TSchema } from '@sinclair/typebox';
import { COLOR_FORM, isColor } from '../colors.ts';
import { ColorField } from '../common.ts';
import { addFault, describeValue, type FaultList, isHopeless, quoteAll } from '../faults.ts';
import { nameBlock } from '../read-content.ts';
import { type Fields, isFields } from '../record.ts';
import { TemplateSettings } from '../settings.ts';
import { blockSchemas, TemplateContent } from '../template-content.ts';
import { walkBlocks } from '../walk.ts';
import { findNearestNames } from './nearest-names.ts';

/** Whose fields are checked. */
export interface FieldOwner {
  faults: FaultList;
  schema: TSchema;
  /** What messages call it: "a title block". */
  name: string;
  /** Path of the fields. */
  path: string;
  /**
   * Objects whose fields may be set even if the schema does not know them: an editor newer than this service wrote
   * them. A function, since it is rarely needed; what it returns beyond the first thousand is not looked at.
   */
  existing: () => readonly unknown[];
}

/** Longer keys are left out of paths. */
const LONGEST_KEY = 40;
// Every new list item may be compared with every existing one.
const MOST_EXISTING = 1000;

/**
 * Notes fields that a schema does not know, and texts in color fields that are no colors, at any depth it describes:
 * the content model keeps both, but from an agent they are mistakes. Wrong types are left to the check of the whole.
 */
export function refuseUnknownFields(owner: FieldOwner, fields: Fields): void {
  walkFields(owner, owner.schema, fields, [], () => owner.existing().slice(0, MOST_EXISTING));
}

/** The present blocks of a type. */
export type BlocksOfType = (type: string) => readonly unknown[];

/**
 * Notes unknown fields of a block and of those inside it. A copy of a block that a newer editor wrote has such fields,
 * so those that present blocks of the type have are accepted.
 */
export function refuseUnknownInBlock(
  faults: FaultList,
  block: Fields,
  path: string,
  present: BlocksOfType,
): void {
  const { type } = block;
  const schema = typeof type === 'string' ? blockSchemas.get(type) : undefined;
  // A missing or unknown type is reported by reading the block.
  if (typeof type !== 'string' || !schema) return;
  refuseUnknownFields({ faults, schema, name: nameBlock(type), path, existing: () => present(type) }, block);
  if (type !== 'section' || !Array.isArray(block.children)) return;
  for (const [column, list] of block.children.entries()) {
    if (!Array.isArray(list)) continue;
    for (const [index, inner] of list.entries()) {
      const isLeaf = isFields(inner) && inner.type !== 'section';
      if (isLeaf) refuseUnknownInBlock(faults, inner, `${path}/children/${column}/${index}`, present);
    }
  }
}

/** Notes unknown fields of a whole content, except those that the content it replaces has. */
export function refuseUnknownInContent(
  faults: FaultList,
  content: unknown,
  replaced: TemplateContent | undefined,
): void {
  if (!isFields(content)) return;
  const owner = {
    faults,
    schema: TemplateContent,
    name: 'the content',
    path: '',
    existing: () => [replaced],
  };
  const { blocks, settings, ...others } = content;
  refuseUnknownFields(owner, others);
  if (isFields(settings)) {
    const existing = () => [replaced?.settings];
    refuseUnknownFields(
      { faults, schema: TemplateSettings, name: 'the settings', path: '/settings', existing },
      settings,
    );
  }
  if (!Array.isArray(blocks)) return;
  const present = groupByType(replaced);
  for (const [index, block] of blocks.entries()) {
    if (isFields(block)) refuseUnknownInBlock(faults, block, `/blocks/${index}`, present);
  }
}

/** The blocks of each type, grouped once and only when asked. */
function groupByType(content: TemplateContent | undefined): BlocksOfType {
  let groups: Map<string, unknown[]> | undefined;
  return (type) => {
    if (content === undefined) return [];
    groups ??= Map.groupBy(
      [...walkBlocks(content)].map(({ block }) => block as { type: string }),
      (block) => block.type,
    );
    return groups.get(type) ?? [];
  };
}

function walk(
  owner: FieldOwner,
  schema: TSchema,
  value: unknown,
  steps: string[],
  existing: FieldOwner['existing'],
): void {
  if (ColorField in schema && typeof value === 'string' && !isColor(value) && !existing().includes(value)) {
    addWrongColor(owner, value, steps);
  }
  if (schema.type === 'object' && isFields(value)) walkFields(owner, schema, value, steps, existing);
  if (schema.type !== 'array' || !Array.isArray(value)) return;
  const lists = existing().flatMap((list) => (Array.isArray(list) ? list : []));
  const items = lists.slice(0, MOST_EXISTING);
  for (const [index, item] of value.entries()) {
    walk(owner, schema.items, item, [...steps, `${index}`], () => items);
  }
}

function walkFields(
  owner: FieldOwner,
  schema: TSchema,
  fields: Fields,
  steps: string[],
  existing: FieldOwner['existing'],
): void {
  // A record of free form.
  if (Object.keys(schema.properties).length === 0) return;
  for (const [key, value] of Object.entries(fields)) {
    if (isHopeless(owner.faults)) return;
    const present = () =>
      existing().flatMap((object) => (isFields(object) && Object.hasOwn(object, key) ? [object[key]] : []));
    const isKnown = Object.hasOwn(schema.properties, key);
    if (isKnown) walk(owner, schema.properties[key], value, [...steps, key], present);
    else if (present().length === 0) addUnknownField(owner, schema, key, steps);
  }
}

function addWrongColor(owner: FieldOwner, value: string, steps: string[]): void {
  const field = `"${steps.join('.')}" of ${owner.name}`;
  const message = `${field} must be ${COLOR_FORM} or a merge tag; got ${describeValue(value)}.`;
  addFault(owner.faults, [owner.path, ...steps].join('/'), message);
}

function addUnknownField(owner: FieldOwner, schema: TSchema, key: string, steps: string[]): void {
  const parent = [owner.path, ...steps].join('/');
  const path =
    key.length > LONGEST_KEY ? parent : `${parent}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const place = steps.length === 0 ? owner.name : `"${steps.join('.')}" of ${owner.name}`;
  addFault(
    owner.faults,
    path,
    `${describeValue(key)} is not a field of ${place}; ${suggestFields(schema, key)}`,
  );
}

function suggestFields(schema: TSchema, key: string): string {
  const fields = Object.entries<TSchema>(schema.properties).filter(([name]) => !FIXED.has(name));
  const names = fields.map(([name]) => name);
  const inner = fields.flatMap(([name, field]) =>
    Object.keys(field.properties ?? {}).map((step) => `${name}.${step}`),
  );
  const nearest = findNearestNames(key, [...names, ...inner]);
  const list = `it has ${quoteAll(names)}.`;
  if (nearest.names.length === 0) return list;
  const question = `did you mean ${nearest.names.map((name) => `"${name}"`).join(' or ')}?`;
  return nearest.isSlip ? question : `${question} Otherwise, ${list}`;
}

/** Not worth suggesting: they cannot be set, or never need to be. */
const FIXED = new Set(['type', 'id', 'children']);

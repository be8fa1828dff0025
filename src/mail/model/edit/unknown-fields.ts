import type { TSchema } from '@sinclair/typebox';
import { COLOR_FORM, isColor } from '../colors.ts';
import { ColorField } from '../common.ts';
import { addFault, describeValue, type FaultList, hasTooManyFaults, quoteAll } from '../faults.ts';
import { nameBlock } from '../read-content.ts';
import { type Fields, isFields } from '../record.ts';
import { blockSchemas, TemplateContent, TemplateSettings, walkBlocks } from '../template-content.ts';
import synonyms from './field-synonyms.json';

/** The object whose fields are checked. */
interface FieldOwner {
  faults: FaultList;
  schema: TSchema;
  /** Its name in messages: "a title block". */
  name: string;
  /** Path of the fields. */
  path: string;
  /**
   * Objects whose fields may be set even if the schema does not know them: an editor newer than this service wrote
   * them. A function, since it is rarely needed; only the first thousand objects are used.
   */
  existing: () => readonly unknown[];
}

/** Longer keys are left out of paths. */
const MAX_KEY_LENGTH = 40;
// Every new list item may be compared with every existing one.
const MAX_EXISTING = 1000;

/**
 * Adds faults for unknown fields and invalid colors at any depth of the schema. The content model keeps both for
 * editors; from an agent they are mistakes. The schema check reports wrong types.
 */
export function refuseUnknownFields(owner: FieldOwner, fields: Fields): void {
  walkFields(owner, owner.schema, fields, [], () => owner.existing().slice(0, MAX_EXISTING));
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

/** Adds faults for unknown fields of a whole content, except those that the content it replaces has. */
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
  const items = lists.slice(0, MAX_EXISTING);
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
  // An object with free keys.
  if (Object.keys(schema.properties).length === 0) return;
  for (const [key, value] of Object.entries(fields)) {
    if (hasTooManyFaults(owner.faults)) return;
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
    key.length > MAX_KEY_LENGTH ? parent : `${parent}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
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
  return nearest.isTypo ? question : `${question} Otherwise, ${list}`;
}

/** Never suggested: these fields cannot be set, or need not be. */
const FIXED = new Set(['type', 'id', 'children']);

const MAX_NAME_LENGTH = 40;

/** Names that writers use for fields, and the fields they may mean, best first. */
const SYNONYMS = new Map<string, readonly string[]>(Object.entries(synonyms));

/** Known names that are similar to an unknown one. */
interface NearestNames {
  /** Best first, at most three. */
  names: string[];
  /** Whether it is a probable typing error; otherwise one name only contains the other. */
  isTypo: boolean;
}

/**
 * The known names that an unknown one probably means: other spellings first, then names of the same meaning, then
 * names that are spelled alike. Names may be dotted paths; the last step is what is compared.
 */
function findNearestNames(name: string, known: readonly string[]): NearestNames {
  const wanted = name.length > MAX_NAME_LENGTH ? '' : simplify(name);
  if (wanted === '') return { names: [], isTypo: false };
  const scored = known
    .map((candidate) => ({ candidate, score: scoreName(wanted, simplify(lastStep(candidate))) }))
    .filter(({ score }) => score < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.score - other.score);
  const best = scored[0];
  if (best?.score === 0 && !best.candidate.includes('.')) return { names: [best.candidate], isTypo: true };
  const alike = SYNONYMS.get(wanted)?.filter((meant) => known.includes(meant)) ?? [];
  if (alike.length > 0) return { names: alike.slice(0, 2), isTypo: true };
  const names = scored.slice(0, 3).map(({ candidate }) => candidate);
  return { names, isTypo: best !== undefined && best.score < MAX_NAME_LENGTH };
}

/** 0 for the same letters, more for less alike, from MAX_NAME_LENGTH on for parts of each other, infinite for not alike. */
function scoreName(wanted: string, candidate: string): number {
  const distance = countEdits(wanted, candidate);
  if (distance <= Math.max(1, Math.floor((wanted.length + 1) / 3))) return distance;
  const isPart = candidate.includes(wanted) || wanted.includes(candidate);
  return isPart && Math.min(wanted.length, candidate.length) >= 3
    ? distance + MAX_NAME_LENGTH
    : Number.POSITIVE_INFINITY;
}

function lastStep(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** Levenshtein distance. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}

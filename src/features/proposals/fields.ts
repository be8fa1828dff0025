import { type Static, Type } from '@sinclair/typebox';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { cleanLine } from '../../platform/text/names.ts';
import {
  attributesOf,
  isSameAttribute,
  OrganizeInput,
  readTags,
  requireFreeKey,
  requireOrganizeChange,
  requirePossibleKey,
  TemplateKey,
  TemplateName,
  type TemplateRow,
  toStoredName,
} from '../templates/index.ts';
import type { ProposalOutput } from './schema.ts';

/** The fields of a template that a proposal can change in addition to its content. */
export const FieldsInput = {
  name: Type.Optional(TemplateName),
  key: Type.Optional(TemplateKey),
  ...OrganizeInput,
};
const Fields = Type.Object(FieldsInput);
type Fields = Static<typeof Fields>;
type FieldName = keyof Fields;

const FIELD_NAMES = Object.keys(FieldsInput) as FieldName[];

/** Fields that a proposal changes, with the values before and after. */
export interface FieldChanges {
  before: Fields;
  after: Fields;
}

/** Prefix of the names of fields in the list of changes, which otherwise has ids of blocks. */
const PREFIX = 'template.';

const idOf = (field: FieldName): string => `${PREFIX}${field}`;

export const isFieldId = (id: string): boolean => id.startsWith(PREFIX);

/** Reads the fields in their stored form. Throws for invalid values. */
export async function readFields(scope: TenantScope, db: Connection, input: Fields): Promise<Fields> {
  requirePossibleKey(input.key);
  await requireOrganizeChange(scope, db, input);
  const { name, key, folder_id, tags, archived } = input;
  return {
    ...(name !== undefined && { name: toStoredName(name).name }),
    ...(key !== undefined && { key }),
    ...(folder_id !== undefined && { folder_id: folder_id === 'top' ? null : folder_id }),
    ...(tags !== undefined && { tags: [...readTags(tags, 'tags').values()] }),
    ...(archived !== undefined && { archived }),
  };
}

/** The fields that differ from the template's; undefined if none does. */
export async function planFields(
  scope: TenantScope,
  db: Connection,
  row: TemplateRow,
  input: Fields,
): Promise<FieldChanges | undefined> {
  const wanted = await readFields(scope, db, input);
  await requireFreeKey(scope, db, wanted.key, row.id);
  const present = attributesOf(row);
  const changed = FIELD_NAMES.filter(
    (field) => wanted[field] !== undefined && !isSameAttribute(wanted[field], present[field]),
  );
  if (changed.length === 0) return undefined;
  const pick = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field]]));
  return { before: pick(present), after: pick(wanted) };
}

/** The fields as changes that can be accepted one by one. */
export function listFields({ before, after }: FieldChanges): ProposalOutput['changes'] {
  return FIELD_NAMES.filter((field) => field in after).map((field) => ({
    id: idOf(field),
    change: 'changed',
    outline: `${field}: ${show(before[field])} → ${show(after[field])}`,
  }));
}

/** The fields of a new template. */
export const listNewFields = (fields: Fields): ProposalOutput['changes'] =>
  FIELD_NAMES.filter(
    (field) => !isSameAttribute(fields[field] ?? null, null) && !isSameAttribute(fields[field], []),
  ).map((field) => ({ id: idOf(field), change: 'added', outline: `${field}: ${show(fields[field])}` }));

/** A value on one line. */
const show = (value: unknown): string => cleanLine(JSON.stringify(value ?? null));

/** The ids of fields to which others have given another value in the meantime. */
export function findFieldConflicts(row: TemplateRow, { before, after }: FieldChanges): string[] {
  const present = attributesOf(row);
  return FIELD_NAMES.filter(
    (field) =>
      field in after &&
      !isSameAttribute(present[field], before[field]) &&
      !isSameAttribute(present[field], after[field]),
  ).map(idOf);
}

/** The changes of these fields only. */
export function keepFields({ before, after }: FieldChanges, ids: readonly string[]): FieldChanges {
  const keep = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => ids.includes(idOf(field as FieldName))));
  return { before: keep(before), after: keep(after) };
}

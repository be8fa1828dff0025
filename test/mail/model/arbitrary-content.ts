import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import { blockSchemas, TemplateSettings } from '../../../src/mail/model/index.ts';

type Json = Record<string, unknown>;

const UNKNOWN_KEYS = ['note', 'x-extra', '__proto__', 'constructor', 'toString', ''];

/** Fields no schema knows, with names that are treacherous in JavaScript among them. */
const unknownFields = fc
  .array(fc.tuple(fc.constantFrom(...UNKNOWN_KEYS), fc.jsonValue()), { maxLength: 2 })
  // Through JSON, so that "__proto__" becomes a field of its own as it does in what clients send.
  .map(
    (entries): Json =>
      JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)}}`),
  );

/** Anything a schema accepts, unknown fields included. Ids are not yet unique. */
function accepted(schema: TSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(accepted));
  if (schema.pattern?.endsWith('%$')) return fc.integer({ min: 0, max: 100 }).map((share) => `${share}%`);
  if (schema.type === 'string') return fc.string({ unit: 'binary', minLength: schema.minLength ?? 0 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'number')
    return fc.double({ min: schema.minimum ?? 0, noNaN: true, noDefaultInfinity: true });
  if (schema.type === 'array') return fc.array(accepted(schema.items), { maxLength: 3 });
  return acceptedObject(schema);
}

function acceptedObject(schema: TSchema): fc.Arbitrary<Json> {
  const fields = Object.entries<TSchema>(schema.properties).filter(([key]) => key !== 'children');
  const model = Object.fromEntries(fields.map(([key, field]) => [key, accepted(field)]));
  const required = (schema.required ?? []).filter((key: string) => key !== 'children');
  const known = fc.record(model, { requiredKeys: required, noNullPrototype: true });
  return fc.tuple(unknownFields, known).map(([extra, own]) => ({ ...extra, ...(own as Json) }));
}

const unknownBlock = fc
  .tuple(unknownFields, fc.constantFrom('tabs', 'constructor', 'Title', '__proto__'))
  .map(([extra, type]) => ({ ...extra, type, id: 'u' }));

const leafSchemas = [...blockSchemas.values()].filter(
  (schema) => schema.properties.type?.const !== 'section',
);
const leaf = fc.oneof(...leafSchemas.map(acceptedObject), unknownBlock);
const columns = fc.array(fc.array(leaf, { maxLength: 3 }), { maxLength: 4 });
const section = fc
  .tuple(acceptedObject(blockSchemas.get('section') as TSchema), columns)
  .map(([fields, children]) => ({ ...fields, children }));

/** Gives each block an id of its own, in place: these objects are made for one run only. */
function numberBlocks(blocks: Json[]): Json[] {
  const children = blocks.flatMap((block) =>
    block.type === 'section' ? (block.children as Json[][]).flat() : [],
  );
  for (const [index, block] of [...blocks, ...children].entries()) block.id = `block-${index}`;
  return blocks;
}

/** Any content in the full form, unknown fields, unknown block types and fields of newer editors included. */
export const fullContent: fc.Arbitrary<Json> = fc
  .tuple(
    unknownFields,
    fc.array(fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: section }), { maxLength: 6 }),
    acceptedObject(TemplateSettings),
  )
  .map(([extra, blocks, settings]) => ({
    ...extra,
    blocks: numberBlocks(structuredClone(blocks)),
    settings,
  }));

/** A change to one place of a document: put a value there, or take away what is there. */
interface Change {
  place: number;
  value: { put: unknown } | 'remove';
}

export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    place: fc.nat(),
    value: fc.oneof(
      fc.record({ put: fc.oneof(fc.jsonValue(), fc.constantFrom('section', 'title', [], {}, [[]], '', -1)) }),
      fc.constant('remove' as const),
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

/** A copy of a document with changes made to it. */
export function withChanges(document: Json, list: Change[]): unknown {
  const copy = structuredClone(document);
  for (const { place, value } of list) {
    const places = listPlaces(copy);
    const target = places[place % places.length];
    if (!target) break;
    if (value === 'remove') delete target.owner[target.key];
    else target.owner[target.key] = structuredClone(value.put);
  }
  // Holes that removing leaves in lists become null, as they would on the wire.
  return JSON.parse(JSON.stringify(copy));
}

function listPlaces(owner: Json): { owner: Json; key: string }[] {
  return Object.entries(owner).flatMap(([key, value]) => {
    if (key === '__proto__') return [];
    const inner = typeof value === 'object' && value !== null ? listPlaces(value as Json) : [];
    return [{ owner, key }, ...inner];
  });
}

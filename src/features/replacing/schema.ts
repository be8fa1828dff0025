import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '../../platform/json/nullable.ts';
import { CursorInput } from '../../platform/pagination.ts';
import { FilterInput } from '../templates/index.ts';

/** Templates that one call looks at. */
export const MAX_TEMPLATES = 100;

const oneOf = (values: readonly string[], description: string) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    { description },
  );

const { folder_id, tag, uses_media, block_type, link_domain } = FilterInput.properties;

export const ReplaceInput = Type.Object({
  what: Type.Unsafe<'address' | 'domain' | 'color' | 'text' | 'block'>(
    oneOf(
      ['address', 'domain', 'color', 'text', 'block'],
      'address: of a picture or link; domain: host of links; text: shown text, case matters.',
    ),
  ),
  find: Type.String({
    minLength: 1,
    maxLength: 2000,
    description:
      'What to replace. address: also a media id. block: id or name of a saved module, or <template id>#<block id>.',
  }),
  replace: Type.String({
    maxLength: 2000,
    description: 'What comes in its place. Empty: text and blocks are removed.',
  }),
  template_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 255, 'x-id-of': 'template' }), {
      minItems: 1,
      maxItems: MAX_TEMPLATES,
      description: 'Only these; left out: all that fit the filters and have it.',
    }),
  ),
  ...{ folder_id, tag, uses_media, block_type, link_domain },
  archived: Type.Optional(Type.Boolean({ description: 'true: archived templates too.' })),
  all_or_none: Type.Optional(Type.Boolean({ description: 'Change nothing if one cannot be.' })),
  dry_run: Type.Optional(Type.Boolean({ description: 'Only show what would change, and a plan.' })),
  plan: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'From the dry run: refused if a template has changed since.',
    }),
  ),
  cursor: CursorInput,
});
export type ReplaceInput = Static<typeof ReplaceInput>;

export const ReplacedTemplate = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  version: Type.Integer({ description: 'After the change; in a dry run the present one.' }),
  count: Type.Optional(Type.Integer({ description: 'Places.' })),
  blocks: Type.Optional(
    Type.Array(Type.String(), { description: 'Type and short id of the changed blocks, 20 at most.' }),
  ),
  error: Type.Optional(Type.String({ description: 'Why it was not changed.' })),
});
export type ReplacedTemplate = Static<typeof ReplacedTemplate>;

export const ReplaceOutput = Type.Object({
  items: Type.Array(ReplacedTemplate, { description: 'Templates that have it, in the order of creation.' }),
  changed: Type.Integer({ description: 'Changed templates; in a dry run those that would be.' }),
  failed: Type.Integer(),
  searched: Type.Integer({ description: 'Templates that were looked at.' }),
  next_cursor: nullable(Type.String(), 'Call again with it as `cursor` for the rest; null: all are done.'),
  plan: Type.Optional(Type.String({ description: 'Of a dry run.' })),
  search_incomplete: Type.Optional(
    Type.Boolean({ description: 'The search index is being built: filters may lack templates.' }),
  ),
});

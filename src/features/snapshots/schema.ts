import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ContentOperations, type FieldChange, type ListedChange } from '../../mail/model/index.ts';
import { nullable } from '../../platform/json/nullable.ts';
import type { StoredJson } from '../../platform/json/stored-json.ts';
import { AuthorType } from '../access/index.ts';
import { Timestamp } from '../projects/index.ts';
import { TemplateId, viewedFields } from '../templates/index.ts';

/** A snapshot with the requested parts of its content. */
export const ViewedSnapshot = Type.Object({
  id: Type.String({ description: 'UUID.' }),
  template_id: TemplateId,
  ...viewedFields,
  is_autosave: Type.Boolean({ description: 'Made automatically; such ones are thinned with age.' }),
  label: Type.Optional(Type.String({ description: 'Absent if it has none.' })),
  version: Type.Optional(
    Type.Integer({
      description:
        'The version of the template that had this content first; absent if unknown or never saved.',
    }),
  ),
  author_identifier: Type.Optional(
    Type.String({
      description:
        'Who wrote the content: the user’s id; of an agent `agent:` and its key’s id. Absent if unknown.',
    }),
  ),
  author_name: Type.Optional(Type.String()),
  author_type: Type.Optional(AuthorType),
  created_at: Timestamp,
});

export const SnapshotId = Type.String({ description: 'The snapshot’s id.' });

/** A snapshot, on request with its differences from another state. */
export const ComparedSnapshot = Type.Object({
  ...ViewedSnapshot.properties,
  diff: Type.Optional(
    Type.String({
      description: 'One line per change: + added, - removed, > moved, ~ changed, [-old-][+new+] in texts.',
    }),
  ),
});

/** The id of a state of a template to compare. */
export const StateId = Type.String({
  description: 'A snapshot’s id, a version such as "3", or "now" for the present content.',
});

/** Whether answers contain the contents of snapshots. */
export const SnapshotAnswerInput = Type.Union([Type.Literal('full'), Type.Literal('compact')], {
  default: 'full',
  description: 'full: with content; compact: without.',
});

/** A value that the comparison serializes itself, because it may run in a worker process. */
function serialized<Value>(schema: TSchema) {
  return Type.Optional(Type.Unsafe<StoredJson<Value>>(schema));
}

const State = Type.Object({
  id: Type.String({ description: 'The snapshot’s id, the version, or "now".' }),
  at: Timestamp,
  label: Type.Optional(Type.String()),
  is_autosave: Type.Optional(Type.Boolean()),
  version: Type.Optional(Type.Integer({ description: 'Of the template; not for a snapshot’s id.' })),
});

const BlockPosition = Type.Object(
  {
    section: Type.Optional(Type.String({ description: 'Id of the section it is in; absent: top level.' })),
    column: Type.Optional(Type.Integer()),
    index: Type.Integer(),
  },
  { description: 'Counted from 0.' },
);

const Run = Type.Object({
  kind: Type.Union([Type.Literal('equal'), Type.Literal('inserted'), Type.Literal('deleted')]),
  text: Type.String(),
  html: Type.String({
    description: 'The same with how it is set: safe to show, without attributes but titles of links.',
  }),
});

const Change = Type.Object({
  path: Type.String({ description: 'Such as "styles.padding.top" or "items.2.text".' }),
  before: Type.Optional(Type.Unknown({ description: 'Absent: it did not exist.' })),
  after: Type.Optional(Type.Unknown({ description: 'Absent: it was removed.' })),
  from: Type.Optional(
    Type.String({ description: 'Of an item that moved within its list: its path before.' }),
  ),
  runs: Type.Optional(Type.Array(Run, { description: 'Of texts: what changed, word by word.' })),
});

const BlockChange = Type.Object({
  change: Type.Union(
    ['added', 'removed', 'moved', 'changed'].map((kind) => Type.Literal(kind)),
    { description: 'A changed block that has moved too has a "from".' },
  ),
  id: nullable(Type.String()),
  type: nullable(Type.String()),
  outline: Type.String({ description: 'Its line in the outline.' }),
  place: BlockPosition,
  from: Type.Optional(BlockPosition),
  block: Type.Optional(
    Type.Unknown({
      description: 'An added or removed block; the blocks inside a section are listed themselves.',
    }),
  ),
  fields: Type.Optional(Type.Array(Change)),
});

const Count = Type.Integer();

/** The differences from one state of a template to another. */
export const TemplateDiff = Type.Object({
  template_id: TemplateId,
  from: State,
  to: State,
  summary: Type.Object({ added: Count, removed: Count, moved: Count, changed: Count, settings: Count }),
  diff: Type.Optional(
    Type.String({ description: 'compact: one line per change, at most some 12,000 characters.' }),
  ),
  blocks: serialized<ListedChange[]>(
    Type.Array(BlockChange, { description: 'In reading order; removed blocks where they were.' }),
  ),
  settings: serialized<FieldChange[]>(Type.Array(Change)),
  others: serialized<FieldChange[]>(
    Type.Array(Change, { description: 'Fields of the content beside blocks and settings.' }),
  ),
  operations: serialized<Static<typeof ContentOperations> | null>(
    nullable(
      Type.Array(ContentOperations.items),
      'Operations that turn `from` into `to` when sent with PUT; null if operations cannot express it.',
    ),
  ),
  operations_missing: Type.Optional(Type.String({ description: 'Why operations is null.' })),
});

/** The form in which a diff is answered. */
export const DiffAnswerInput = Type.Union([Type.Literal('full'), Type.Literal('compact')], {
  default: 'full',
  description: 'full: every change as data, with operations; compact: a short text.',
});

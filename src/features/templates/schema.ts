import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ContentOperations, contentInputSchema, TemplateContent } from '../../mail/model/index.ts';
import { nullable } from '../../platform/json/nullable.ts';
import type { StoredJson } from '../../platform/json/stored-json.ts';
import { Timestamp } from '../projects/index.ts';

/**
 * Content as clients send it. This schema only documents it: `parseContent` validates, so that a save is validated once.
 */
export const ContentInput = Type.Unknown({
  description:
    'Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form.',
  'x-schema-name': 'TemplateContentInput',
  'x-tool-schema': {
    type: 'object',
    description: 'Leave out ids and fields whose default suits; types: service://schema/blocks.',
    properties: {
      blocks: { type: 'array', items: { type: 'object', description: '{"type": …, its fields}' } },
      settings: {
        type: 'object',
        description: 'subject, preheaderText, width, backgroundColor, fontFamily, locale, …',
      },
    },
    required: ['blocks'],
  },
});

/** Content input for tools other than `create-template`, which describes it in full. */
export const KnownContentInput = Type.Unknown({
  ...ContentInput,
  'x-tool-schema': { type: 'object', description: '{blocks, settings}, as in create-template.' },
});

/** Stored content. Its JSON is spliced into answers without parsing. */
export const ContentOutput = Type.Unsafe<StoredJson<Static<typeof TemplateContent>>>(
  Type.Unknown({
    description: 'Blocks and settings, in full form.',
    'x-schema-name': 'TemplateContent',
    'x-tool-schema': { type: 'object' },
  }),
);

/** Operations on blocks. `editContent` validates them. */
export const OperationsInput = Type.Unknown({
  description: ContentOperations.description ?? '',
  'x-schema-name': 'ContentOperations',
  'x-tool-schema': ContentOperations,
});

/** Schemas to which the ones above refer by name. */
export const contentSchemas: Record<string, TSchema> = {
  ContentOperations,
  TemplateContent,
  TemplateContentInput: contentInputSchema,
};

/** In UTF-16 code units. */
export const MAX_TEMPLATE_NAME = 255;

export const TemplateName = Type.Union([Type.String({ maxLength: MAX_TEMPLATE_NAME }), Type.Null()], {
  description: 'Up to 255 characters; null or blank: unnamed.',
  'x-tool-schema': { type: 'string', description: 'Up to 255 characters.' },
});

const placeFields = {
  folder_id: Type.Optional(Type.String({ description: 'Absent at the top.' })),
  tags: Type.Optional(Type.Array(Type.String(), { description: 'Absent without any.' })),
  archived_at: Type.Optional(Type.String({ description: 'ISO 8601.' })),
};

const summaryFields = {
  id: Type.String({ description: 'UUID.' }),
  name: Type.Optional(Type.String({ description: 'Absent if unnamed.' })),
  key: Type.Optional(Type.String({ description: 'Absent if it has none.' })),
  version: Type.Integer({ minimum: 1, description: 'One more with each change; also the ETag.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  ...placeFields,
};

const SearchMatch = Type.Object({
  field: Type.Union(
    [Type.Literal('name'), Type.Literal('text'), Type.Literal('link'), Type.Literal('comment')],
    { description: 'The best place with which all words were found.' },
  ),
  snippet: Type.Optional(Type.String({ description: 'Plain text around the words; absent for names.' })),
  block_id: Type.Optional(
    Type.String({ description: 'The block with this text, or that the comment is about.' }),
  ),
  comment_id: Type.Optional(Type.String()),
  thread_id: Type.Optional(Type.String({ description: 'The first comment of its thread.' })),
});

/** A template in a list. */
export const ListedTemplate = Type.Object({
  ...summaryFields,
  score: Type.Optional(Type.Integer({ description: 'Its last score, 0 to 100.' })),
  scored_version: Type.Optional(Type.Integer({ description: 'The version with that score.' })),
  exported_at: Type.Optional(
    Type.String({
      description: 'Its last export, ISO 8601.',
    }),
  ),
  blocks: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Type and short id of the blocks that meet the filters, 20 at most.',
    }),
  ),
  match: Type.Optional(
    Type.Unsafe<Static<typeof SearchMatch> | undefined>({
      ...SearchMatch,
      description: 'Where a search by relevance found it.',
    }),
  ),
});

/** A template with its content. */
export const Template = Type.Object({ ...summaryFields, content: ContentOutput });

/** How much of a content to return. */
export const ViewInput = {
  format: Type.Optional(
    Type.Union(
      [
        Type.Literal('full'),
        Type.Literal('compact'),
        Type.Literal('blocks'),
        Type.Literal('outline'),
        Type.Literal('texts'),
      ],
      {
        description:
          'full (default): blocks and settings; compact: the same without defaults and with short ids; blocks: blocks only; outline: settings and a line per block, the cheapest; texts: only texts by id, for update_texts.',
      },
    ),
  ),
  block_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Return only these blocks.',
    }),
  ),
};

/** A content without defaults. Blocks have the fields that their types have in a full content, but none is sure. */
const CompactContent = Type.Object(
  {
    blocks: Type.Array(Type.Object({ id: Type.String(), type: Type.String() })),
    settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { description: 'With `format=compact`: without fields that have their default, and with short ids.' },
);

/** The parts of a content that `ViewInput` can request. */
export const viewedFields = {
  content: Type.Optional(
    Type.Unsafe<Static<typeof ContentOutput>>({ ...ContentOutput, 'x-or': CompactContent }),
  ),
  blocks: Type.Optional(Type.Array(Type.Unsafe<unknown>(Type.Object({}, { description: 'A block.' })))),
  outline: Type.Optional(Type.String({ description: 'One line per block, indented inside sections.' })),
  settings: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'With an outline: those that differ from their default.',
    }),
  ),
  texts: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'Texts by the short ids of their blocks.' }),
  ),
  missing_block_ids: Type.Optional(Type.Array(Type.String())),
};

/** A template with the requested parts of its content. */
export const ViewedTemplate = Type.Object({
  ...summaryFields,
  ...viewedFields,
  unchanged: Type.Optional(
    Type.Boolean({ description: 'It is still at `if_version`; nothing else is repeated.' }),
  ),
});

/** The form in which a change is answered. */
export const AnswerInput = Type.Union([Type.Literal('full'), Type.Literal('compact')], {
  default: 'full',
  description: 'full: the whole template; compact: its version, the ids that changed and an outline.',
});

const ids = (description: string) =>
  Type.Optional(Type.Array(Type.String(), { description: `${description} The first 300.` }));

/** A template after a change: in full, or as a compact summary of the change. */
export const ChangedTemplate = Type.Object({
  ...summaryFields,
  createdAt: Type.Optional(Timestamp),
  updatedAt: Type.Optional(Timestamp),
  content: Type.Optional(ContentOutput),
  previous_version: Type.Optional(Type.Integer()),
  previous_name: Type.Optional(nullable(Type.String())),
  added: ids('Ids of blocks, those inside sections too.'),
  updated: ids('Ids of blocks.'),
  moved: ids('Ids of blocks.'),
  deleted: ids('Ids of blocks.'),
  left_out: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), {
      description:
        'How many ids are left out of lists that would have more than 300, by the name of the list.',
    }),
  ),
  outline: Type.Optional(
    Type.String({
      description:
        'One line per block; only the changed blocks if none was added, moved or deleted, or there are more than 300. 300 lines at most, and one that says how many are left out.',
    }),
  ),
  merged: Type.Optional(
    Type.Boolean({ description: 'The content has changes of others beside those that were sent.' }),
  ),
  tab: Type.Optional(
    Type.Object(
      {
        version: Type.Integer(),
        received: Type.Optional(
          Type.Integer({
            description: 'It shows the version once it has received the message with this serial.',
          }),
        ),
      },
      { description: 'For a save that names its tab.' },
    ),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Nothing was saved.' })),
});

export const TemplateId = Type.String({
  description: 'The template’s id; in the backend API its key, too.',
  'x-tool-schema': { type: 'string', description: 'Id, key or name.' },
  'x-id-of': 'template',
});

export const ExpectedVersion = Type.Optional(
  Type.Integer({
    description: 'The version the change is based on. With another one by now, nothing is changed.',
    'x-tool-schema': { type: 'integer', description: 'Refused if it is at another version.' },
  }),
);

export const BaseVersion = Type.Optional(
  Type.Integer({
    description:
      'The version that `content` was made from. If the template has a later one by now, its changes are merged into the content by block. If both changed the same block, nothing is changed, the content goes to the history, and the answer is a conflict.',
    'x-tool-schema': {
      type: 'integer',
      description: 'Version content was made from; later changes are merged into it.',
    },
  }),
);

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Where in its own history a tab was when it made the content that it saves (docs/realtime.md). */
export const TabState = Type.Object({
  member: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The id that the tab has made for itself.',
  }),
  turn: Type.Integer({ ...Count, description: 'How often it has joined the channel.' }),
  version: Type.Integer({ ...Count, description: 'The version that it shows.' }),
  received: Type.Integer({ ...Count, description: 'The serial of the last message it has received.' }),
  sent: Type.Integer({ ...Count, description: 'How many operations it has made.' }),
  own: Type.Array(Type.String({ maxLength: 255 }), {
    maxItems: 2_000,
    description: 'The blocks that it has changed since its last confirmed save.',
  }),
});
export type TabState = Static<typeof TabState>;

import { type TProperties, Type } from '@sinclair/typebox';
import { nullable } from '../../platform/json/nullable.ts';
import { AuthorType } from '../access/index.ts';
import { Timestamp } from '../projects/index.ts';
import { TemplateId } from '../templates/index.ts';

/** Most characters of one comment: enough for a long mail of feedback, too few to store files. */
const MAX_BODY_CHARACTERS = 10_000;

export const CommentId = Type.String({ description: 'The comment’s id.' });

export const BodyInput = Type.String({
  maxLength: MAX_BODY_CHARACTERS,
  description: 'Plain text, up to 10,000 characters; markup is shown as text.',
});

/** How comments are answered. */
export const CommentAnswerInput = Type.Union([Type.Literal('full'), Type.Literal('compact')], {
  default: 'full',
  description: 'full: every field, all threads at once; compact: what an agent needs, in pages.',
});

const alwaysThere = {
  id: Type.String({ description: 'UUID.' }),
};

/** Fields that compact answers leave out where they have no information. */
const fields = {
  template_id: TemplateId,
  block_id: nullable(Type.String(), 'The block the thread is about; null: the whole template.'),
  parent_id: nullable(Type.String(), 'The thread a reply belongs to; null: it is the root of one.'),
  body: Type.String({ description: 'Plain text.' }),
  author_identifier: Type.String({ description: 'The user’s id; of an agent `agent:` and its key’s id.' }),
  author_name: Type.String(),
  author_type: AuthorType,
  resolved_at: nullable(Timestamp, 'null: open.'),
  resolved_by_identifier: nullable(Type.String(), 'As `author_identifier`.'),
  resolved_by_name: nullable(Type.String(), 'null: open.'),
  created_at: Timestamp,
  updated_at: Type.String({ description: 'That of creation until the text is edited.' }),
};

const marks = {
  block_missing: Type.Optional(
    Type.Boolean({ description: 'In lists: the block is no longer in the saved template.' }),
  ),
  resolved: Type.Optional(Type.Boolean({ description: 'In compact answers.' })),
  mine: Type.Optional(Type.Boolean({ description: 'In compact answers: you wrote it and may change it.' })),
};

const optional = <Properties extends TProperties>(properties: Properties) =>
  Type.Partial(Type.Object(properties)).properties;

const Reply = Type.Object({ ...alwaysThere, ...optional(fields), ...marks });

const thread = { ...alwaysThere, ...optional(fields), ...marks, replies: Type.Optional(Type.Array(Reply)) };

const string = { type: 'string' };
const boolean = { type: 'boolean' };

/** A comment that was written, and if it is a root its replies, oldest first. Tools are answered compactly. */
export const Comment = Type.Object(thread, {
  'x-tool-schema': {
    type: 'object',
    properties: { id: string, created_at: string, updated_at: string, resolved: boolean },
    required: ['id'],
  },
});

/** A thread in a list. */
export const Thread = Type.Object(thread, {
  'x-tool-schema': {
    type: 'object',
    properties: {
      ...{ id: string, body: string, author_name: string, author_type: string, mine: boolean },
      ...{ block_id: string, block_missing: boolean, created_at: string, updated_at: string },
      ...{ resolved: boolean, resolved_by_name: string, replies: { type: 'array' } },
    },
  },
});

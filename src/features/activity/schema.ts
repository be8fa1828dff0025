import { Type } from '@sinclair/typebox';
import { nullable } from '../../platform/json/nullable.ts';
import { CursorInput, SinceInput } from '../../platform/pagination.ts';
import { Timestamp } from '../projects/index.ts';

/** One change. */
export const RecordedActivity = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  actor: Type.Object(
    {
      kind: Type.String({
        description:
          '`user`, `agent` (an API key), `system` (the customer’s backend) or `admin` (the operator).',
      }),
      id: Type.String({ description: 'The user’s id, or the API key’s.' }),
      name: Type.String({ description: 'The name at that time.' }),
    },
    { description: 'Who made the change. If the token names no user, the tenant.' },
  ),
  surface: Type.String({
    description: '`rest`, `server` (the backend API), `mcp` (the tool server) or `cli` (`galley mcp`).',
  }),
  type: Type.String({ description: 'The kind of change, such as `template.updated` or `comment.created`.' }),
  template_id: nullable(Type.String(), 'The template, which may be deleted by now; null: none.'),
  subject_id: nullable(
    Type.String(),
    'The snapshot, comment, module, file or folder; null: the template itself, or several files.',
  ),
  version: nullable(Type.Integer(), 'The template’s version after the change; null: unchanged.'),
  summary: nullable(Type.String(), 'A name, a label or the beginning of a comment; null: none, or deleted.'),
});

/** Filters of a feed. All given ones must match. */
export const ActivitySearch = {
  actor: Type.Optional(Type.String({ maxLength: 255, description: 'Id of the user or API key.' })),
  type: Type.Optional(
    Type.String({ maxLength: 100, description: 'Such as `comment.created`, or `comment` for all of them.' }),
  ),
  since: SinceInput,
  cursor: CursorInput,
};

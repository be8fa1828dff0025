import { Type } from '@sinclair/typebox';
import { CursorInput, SinceInput } from '../../platform/pagination.ts';
import { Timestamp } from '../projects/index.ts';

const nullable = <Schema extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

/** One change. */
export const RecordedActivity = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  actor: Type.Object(
    {
      kind: Type.String({ description: '`user`, `agent` (an API key) or `admin` (the operator).' }),
      id: Type.String({ description: 'The user’s id, or the API key’s.' }),
      name: Type.String({ description: 'What it was called at that time.' }),
    },
    { description: 'Who. If the customer has named nobody, the tenant.' },
  ),
  surface: Type.String({ description: '`rest`, `mcp` (the tool server) or `cli` (`galley mcp`).' }),
  type: Type.String({ description: 'What was done, such as `template.updated` or `comment.created`.' }),
  template_id: nullable(Type.String(), 'The template it was about, which may be gone by now; null: none.'),
  subject_id: nullable(
    Type.String(),
    'The snapshot, comment, module, file or folder; null: the template itself, or several files.',
  ),
  version: nullable(Type.Integer(), 'The template’s version after it; null: it has not changed.'),
  summary: nullable(
    Type.String(),
    'A name, a label or the beginning of a comment; null: there is none, or it has been deleted.',
  ),
});

/** Narrows a feed; all of them have to fit. */
export const ActivitySearch = {
  actor: Type.Optional(Type.String({ maxLength: 255, description: 'Id of the user or API key.' })),
  type: Type.Optional(
    Type.String({ maxLength: 100, description: 'Such as `comment.created`, or `comment` for all of them.' }),
  ),
  since: SinceInput,
  cursor: CursorInput,
};

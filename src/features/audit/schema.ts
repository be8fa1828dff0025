import { Type } from '@sinclair/typebox';
import { SinceInput } from '../../platform/pagination.ts';
import { Timestamp } from '../projects/index.ts';

const nullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const nullableVersion = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

export const RecordedToolCall = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  project_id: Type.String(),
  tenant: Type.String(),
  tenant_name: Type.Union([Type.String(), Type.Null()]),
  key_id: Type.String({ description: 'The API key it came with, which may be revoked by now.' }),
  key_name: Type.String({ description: 'The name of the key at that time.' }),
  client: nullableText('Name and version the agent’s program gives itself, unverified; null: none.'),
  tool: Type.String(),
  template_id: nullableText('The template it was about; null: none.'),
  outcome: Type.String({ description: '`ok`, an error code, or `unknown_tool`.' }),
  version_before: nullableVersion('The template’s version before it; null unless it changed one.'),
  version_after: nullableVersion('The template’s version after it.'),
  duration_ms: Type.Integer(),
  result_bytes: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Length of what was answered; null: not known.',
  }),
});

/** A change by an operator. */
export const RecordedAdminAction = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  actor: Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }),
  action: Type.String({ description: 'Such as `project.renamed` or `api_key.revoked`.' }),
  team_id: nullableText('The team it was about; null: none.'),
  project_id: nullableText('The project it was about, which may be deleted; null: none.'),
  tenant: nullableText('The tenant it was about; null: none.'),
  subject: nullableText('What was changed, and how.'),
});

/** Filters of the list of tool calls. All given ones must match. */
export const ToolCallSearch = Type.Object({
  project_id: Type.Optional(Type.String()),
  team_id: Type.Optional(Type.String({ description: 'All projects of this team.' })),
  tenant: Type.Optional(Type.String({ description: 'Needs `project_id`.' })),
  key_id: Type.Optional(Type.String()),
  tool: Type.Optional(Type.String()),
  template_id: Type.Optional(Type.String()),
  since: SinceInput,
});

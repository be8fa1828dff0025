import { Type } from '@sinclair/typebox';
import { nullable } from '../../platform/json/nullable.ts';
import { SinceInput } from '../../platform/pagination.ts';
import { Timestamp } from '../projects/index.ts';

export const RecordedToolCall = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  project_id: Type.String(),
  tenant: Type.String(),
  tenant_name: nullable(Type.String()),
  key_id: Type.String({ description: 'The API key it came with, which may be revoked by now.' }),
  key_name: Type.String({ description: 'The name of the key at that time.' }),
  client: nullable(
    Type.String(),
    'Name and version the agent’s program gives itself, unverified; null: none.',
  ),
  tool: Type.String(),
  template_id: nullable(Type.String(), 'The template it was about; null: none.'),
  outcome: Type.String({ description: '`ok`, an error code, or `unknown_tool`.' }),
  version_before: nullable(Type.Integer(), 'The template’s version before it; null unless it changed one.'),
  version_after: nullable(Type.Integer(), 'The template’s version after it.'),
  duration_ms: Type.Integer(),
  result_bytes: nullable(Type.Integer(), 'Length of what was answered; null: not known.'),
});

/** A change by an operator. */
export const RecordedAdminAction = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  actor: Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }),
  action: Type.String({ description: 'Such as `project.renamed` or `api_key.revoked`.' }),
  team_id: nullable(Type.String(), 'The team it was about; null: none.'),
  project_id: nullable(Type.String(), 'The project it was about, which may be deleted; null: none.'),
  tenant: nullable(Type.String(), 'The tenant it was about; null: none.'),
  subject: nullable(Type.String(), 'What was changed, and how.'),
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

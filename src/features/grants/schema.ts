import { Type } from '@sinclair/typebox';
import { AGENT_MODES } from '../../platform/agents/agent-modes.ts';
import { Timestamp } from '../projects/index.ts';

export const Mode = Type.Union(
  AGENT_MODES.map((mode) => Type.Literal(mode)),
  {
    description:
      '`read`; `comment`: also comment; `propose`: also propose changes; `write`: also change and delete.',
  },
);

export const Grant = Type.Object({
  id: Type.String(),
  client: Type.String({ description: 'What the agent calls itself.' }),
  client_id: Type.String(),
  mode: Mode,
  account: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
  team_id: Type.String(),
  project_id: Type.String(),
  project: Type.String({ description: 'Name of the project.' }),
  tenant: Type.String(),
  created_at: Timestamp,
  last_used_at: Type.Union([Timestamp, Type.Null()], { description: 'To the minute; null: never used.' }),
  expires_at: Type.String({ description: 'Each new token moves it.' }),
});

import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { addTeam } from '../add-project.ts';
import { selectTeams, type TeamRow } from '../queries.ts';
import { DisplayName, Team } from '../schema.ts';

const toTeam = (row: TeamRow) => ({ id: row.id, name: row.name, created_at: toIsoTime(row.createdAt) });

export const createTeam = defineOperation({
  name: 'createTeam',
  summary: 'Create a team, which owns projects and API keys',
  scope: 'admin',
  input: Type.Object({ name: DisplayName }),
  output: Team,
  async run({ deps }, { name }) {
    return toTeam(await deps.db.transaction((db) => addTeam(deps, db, name)));
  },
});

export const listTeams = defineOperation({
  name: 'listTeams',
  summary: 'List the teams',
  scope: 'admin',
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(Team) }),
  async run({ deps }) {
    const rows = await selectTeams(deps.db.reader);
    return { items: rows.map(toTeam) };
  },
});

import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { isVisible } from '../../../platform/security/admin-access.ts';
import { ofTeam } from '../access.ts';
import { teamNotFound } from '../errors.ts';
import { addTeam } from '../project.ts';
import { selectTeams, type TeamRow, updateTeamName } from '../queries.ts';
import { DisplayName, Team } from '../schema.ts';

const toTeam = (row: TeamRow) => ({ id: row.id, name: row.name, created_at: toIsoTime(row.createdAt) });

export const createTeam = defineOperation({
  name: 'createTeam',
  summary: 'Create a team, which owns projects and API keys',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({ name: DisplayName }),
  output: Team,
  async run({ deps, scope }, { name }) {
    return deps.db.transaction(async (db) => {
      const team = await addTeam(deps, db, name);
      const action = adminAction({ action: 'team.created', teamId: team.id, subject: name });
      await deps.events.emitInTransaction(action, scope, db);
      return toTeam(team);
    });
  },
});

export const renameTeam = defineOperation({
  name: 'renameTeam',
  summary: 'Give a team another name',
  scope: 'admin',
  effect: 'admin',
  access: ofTeam('owner'),
  input: Type.Object({ team_id: Type.String(), name: DisplayName }),
  output: Team,
  async run({ deps, scope }, { team_id, name }) {
    return deps.db.transaction(async (db) => {
      const before = (await selectTeams(db)).find(({ id }) => id === team_id);
      if (before === undefined) throw teamNotFound();
      if (before.name === name) return toTeam(before);
      await updateTeamName(db, team_id, name);
      const subject = `${before.name} → ${name}`;
      const action = adminAction({ action: 'team.renamed', teamId: team_id, subject });
      await deps.events.emitInTransaction(action, scope, db);
      return toTeam({ ...before, name });
    });
  },
});

export const listTeams = defineOperation({
  name: 'listTeams',
  summary: 'List the teams',
  scope: 'admin',
  effect: 'read',
  access: 'own teams',
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(Team) }),
  async run({ deps, scope }) {
    const rows = await selectTeams(deps.db.reader);
    return { items: rows.filter(({ id }) => isVisible(scope, id)).map(toTeam) };
  },
});

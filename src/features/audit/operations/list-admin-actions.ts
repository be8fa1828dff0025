import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { defineOperation } from '../../../platform/operation.ts';
import {
  CursorInput,
  cutPage,
  decodeCursor,
  encodeCursor,
  pageOf,
  parseSince,
  SinceInput,
} from '../../../platform/pagination.ts';
import { ofProjectOrTeam } from '../../projects/index.ts';
import { selectAdminActions } from '../queries.ts';
import { RecordedAdminAction } from '../schema.ts';

const ACTIONS_PER_PAGE = 50;

export const listAdminActions = defineOperation({
  name: 'listAdminActions',
  summary: 'List changes by operators, such as projects, keys, plans and tenants; newest first',
  scope: 'admin',
  effect: 'read',
  access: ofProjectOrTeam('viewer'),
  input: Type.Object({
    project_id: Type.Optional(Type.String({ description: 'Also one that is deleted.' })),
    team_id: Type.Optional(
      Type.String({ description: 'What concerns this team, its members and its projects.' }),
    ),
    action: Type.Optional(
      Type.String({ description: 'Such as `project.renamed`, or `project` for all of them.' }),
    ),
    since: SinceInput,
    cursor: CursorInput,
  }),
  output: pageOf(RecordedAdminAction, ACTIONS_PER_PAGE),
  async run({ deps }, { project_id: projectId, team_id: teamId, action, since, cursor }) {
    const audience = `admin_actions:${JSON.stringify([projectId, teamId, action, since])}`;
    const after =
      cursor === undefined ? undefined : Number(decodeCursor(deps.urlSigningKey, audience, cursor)[0]);
    const filter = { projectId, teamId, action, since: parseSince(since), after };
    const found = await selectAdminActions(deps.db.reader, filter, ACTIONS_PER_PAGE + 1);
    const { rows, ...page } = cutPage(found, ACTIONS_PER_PAGE, ({ id }) =>
      encodeCursor(deps.urlSigningKey, audience, [id]),
    );
    const items = rows.map((row) => ({
      id: row.id,
      at: toIsoTime(row.at),
      actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
      action: row.action,
      team_id: row.teamId,
      project_id: row.projectId,
      tenant: row.tenant,
      subject: row.subject,
    }));
    return { items, ...page };
  },
});

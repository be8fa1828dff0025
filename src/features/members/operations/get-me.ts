import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { isVisible, roleIn } from '../../../platform/security/admin-access.ts';
import { selectTeams } from '../../projects/index.ts';
import { RoleName } from '../schema.ts';

export const getMe = defineOperation({
  name: 'getMe',
  summary: 'Who you are, your teams, and your roles in them',
  scope: 'admin',
  effect: 'read',
  access: 'own teams',
  input: Type.Object({}),
  output: Type.Object({
    account: nullable(Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() })),
    admin_token: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
    is_operator: Type.Boolean({ description: 'Acts on every team and on the installation.' }),
    signed_in_at: nullable(Type.String()),
    editor_url: nullable(
      Type.String({ description: 'Where templates open in your own editor, with placeholders.' }),
    ),
    teams: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role: RoleName })),
  }),
  async run({ deps, scope }) {
    const { access, actor } = scope;
    const teams = (await selectTeams(deps.db.reader)).filter(({ id }) => isVisible(scope, id));
    const { account, token, signedInAt } = access ?? {};
    return {
      account: account === undefined ? null : { id: account.id, name: actor.name, email: account.email },
      admin_token: token === undefined ? null : { id: token.id, name: token.name },
      is_operator: access?.isOperator ?? true,
      signed_in_at: signedInAt === undefined ? null : toIsoTime(signedInAt),
      editor_url: deps.services.members.editorUrl || null,
      teams: teams.map(({ id, name }) => ({ id, name, role: roleIn(scope, id) ?? 'viewer' })),
    };
  },
});

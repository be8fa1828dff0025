import { Type } from '@sinclair/typebox';
import { DomainError } from '../../../platform/errors.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { addApiKey } from '../../access/index.ts';
import { addLink } from '../../accounts/index.ts';
import {
  addProject,
  addTeam,
  addTenant,
  SuppliedCredentials,
  SuppliedSecret,
  selectProjects,
} from '../../projects/index.ts';

/** Credentials that an automation has created. Missing ones are created here. */
const FirstCredentials = Type.Composite([
  SuppliedCredentials,
  Type.Object({ api_key: Type.Optional(SuppliedSecret), tenant: Type.Optional(Type.String()) }),
]);

const FIRST_PLAN = 'scale';
const FIRST_TENANT = 'default';

const alreadyInitialized = () =>
  new DomainError(
    'conflict',
    'This data directory has been initialized before; secrets are shown only once. Make new ones with "galley project rotate-secret" or "galley key create".',
  );

/** Sets up a new installation, in one transaction. */
export const initializeInstance = defineOperation({
  name: 'initializeInstance',
  summary: 'Make the first team, project, tenant and API key',
  scope: 'admin',
  effect: 'admin',
  input: FirstCredentials,
  output: Type.Object({
    base_url: Type.String(),
    team_id: Type.String(),
    project_id: Type.String(),
    tenant: Type.String(),
    client_id: Type.String(),
    client_secret: Type.String(),
    signing_key: Type.String(),
    api_key: Type.String(),
    set_up_url: Type.String(),
  }),
  async run({ deps, scope }, input) {
    const slug = input.tenant ?? FIRST_TENANT;
    return deps.db.transaction(async (db) => {
      if ((await selectProjects(db, undefined)).length > 0) throw alreadyInitialized();
      const team = await addTeam(deps, db, 'First team');
      const { row: project, clientSecret } = await addProject(deps, db, {
        ...input,
        teamId: team.id,
        name: 'First project',
        plan: FIRST_PLAN,
      });
      await addTenant(deps, db, project.id, slug);
      const { value } = await addApiKey(deps, db, {
        teamId: team.id,
        name: 'First key',
        projectIds: undefined,
        expiresAt: null,
        value: input.api_key,
      });
      const link = await addLink(deps, db, { kind: 'set_up', createdBy: scope.actor.name });
      const { id: projectId } = project;
      const action = adminAction({
        action: 'instance.initialized',
        teamId: team.id,
        projectId,
        tenant: slug,
      });
      await deps.events.emitInTransaction(action, scope, db);
      return {
        base_url: deps.baseUrl,
        team_id: team.id,
        project_id: project.id,
        tenant: slug,
        client_id: project.clientId,
        client_secret: clientSecret,
        signing_key: project.signingKey,
        api_key: value,
        set_up_url: link.url,
      };
    });
  },
});

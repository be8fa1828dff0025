import { Type } from '@sinclair/typebox';
import { DomainError } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import {
  ofProject,
  requireNotSuspended,
  requireProject,
  requireTenant,
  suspensionOf,
} from '../../projects/index.ts';
import { TokenResponse } from '../schema.ts';
import { signVouchedFor } from './exchange-token.ts';

export const createEditorToken = defineOperation({
  name: 'createEditorToken',
  summary: 'A 10-minute token of one tenant for yourself, with which the dashboard opens the editor',
  scope: 'admin',
  effect: 'write',
  access: ofProject('editor'),
  input: Type.Object({ project_id: Type.String(), tenant: Type.String() }),
  output: TokenResponse,
  async run({ deps, scope }, { project_id, tenant: slug }) {
    const accountId = scope.access?.account?.id;
    if (accountId === undefined) throw needsEndUser();
    const project = await requireProject(deps.db.reader, project_id);
    const { tenant } = await requireTenant(deps.db.reader, project_id, slug);
    requireNotSuspended(suspensionOf(project, tenant), 'read');
    const user = { id: accountId, name: scope.actor.name };
    const place = { projectId: project.id, tenantId: tenant.id, tenantSlug: tenant.slug };
    const { token, expiresAt } = await deps.services.access.tokens.sign({ ...place, user, accountId });
    const answer = { token, expires_at: expiresAt, project_id: project.id, tenant: tenant.slug };
    return { ...answer, ...signVouchedFor(project.signingKey, { user }) };
  },
});

const needsEndUser = () =>
  new DomainError(
    'forbidden',
    'Editor tokens are for people who have signed in. Programs exchange the credentials of the project for a token.',
  );

import { Type } from '@sinclair/typebox';
import { adminAction } from '../../../platform/events.ts';
import { createId } from '../../../platform/ids.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { issuerOf } from '../addresses.ts';
import { ConnectionRequest, checkRequest, ofResource } from '../connection-request.ts';
import { modeNotOffered, tooManyGrants } from '../errors.ts';
import { addToken, CODE_MS } from '../grant-tokens.ts';
import { insertGrant, updateClientLastUse } from '../queries.ts';
import { describeRedirect, withParameters } from '../redirect-uris.ts';
import { Mode } from '../schema.ts';

const MAX_GRANTS_PER_PERSON = 100;

export const inspectConnection = defineOperation({
  name: 'inspectConnection',
  summary: 'What an agent asks for, before you allow it',
  scope: 'admin',
  effect: 'read',
  access: ofResource,
  managesAccess: true,
  input: ConnectionRequest,
  output: Type.Object({
    client: Type.Object({
      name: Type.String({ description: 'What the agent calls itself.' }),
      host: Type.Union([Type.String(), Type.Null()], {
        description:
          'The host that describes the agent, which is known to be its own; null for an agent that has registered itself.',
      }),
    }),
    redirect_host: Type.String({ description: 'Where your answer is sent.' }),
    project: Type.Object({ id: Type.String(), name: Type.String() }),
    tenant: Type.Object({ tenant: Type.String(), name: Type.String() }),
    modes: Type.Array(Mode, { description: 'What you can allow; the last is what the agent asks for.' }),
  }),
  async run({ deps, scope }, input) {
    const { client, project, tenant, redirectUri, modes } = await checkRequest(deps, scope, input);
    return {
      client: { name: client.name, host: client.host ?? null },
      redirect_host: describeRedirect(redirectUri),
      project: { id: project.id, name: project.name },
      tenant: { tenant: tenant.slug, name: tenant.name ?? tenant.slug },
      modes,
    };
  },
});

export const answerConnection = defineOperation({
  name: 'answerConnection',
  summary: 'Allow an agent to use a tenant in your name, or refuse it',
  scope: 'admin',
  effect: 'admin',
  access: ofResource,
  managesAccess: true,
  input: Type.Object({
    ...ConnectionRequest.properties,
    mode: Type.Union([Mode, Type.Null()], { description: 'What the agent may do; null: nothing.' }),
  }),
  output: Type.Object({ redirect_to: Type.String({ description: 'Where the browser has to go next.' }) }),
  async run({ deps, scope }, { mode, ...input }) {
    const request = await checkRequest(deps, scope, input);
    const { client, project, tenant, personId, redirectUri, challenge, state } = request;
    // The issuer has the name under which the client knows this server.
    const iss = issuerOf({ baseUrl: new URL(input.resource).origin });
    if (mode === null) {
      const refusal = { error: 'access_denied', error_description: 'The person refused.', state, iss };
      return { redirect_to: withParameters(redirectUri, refusal) };
    }
    if (!request.modes.includes(mode)) throw modeNotOffered();
    const now = deps.clock.now();
    const expiresAt = now + CODE_MS;
    const grant = {
      ...{ id: createId(), clientId: client.id, clientName: client.name, personId },
      ...{ projectId: project.id, tenantId: tenant.id, mode, createdAt: now, lastUsedAt: null, expiresAt },
    };
    const code = await deps.db.transaction(async (db) => {
      if (!(await insertGrant(db, grant, MAX_GRANTS_PER_PERSON))) throw tooManyGrants(MAX_GRANTS_PER_PERSON);
      await updateClientLastUse(db, client.id, now);
      const place = { teamId: project.teamId, projectId: project.id, tenant: tenant.slug };
      const subject = `${client.name} (${grant.id}): ${mode}`;
      await deps.events.emitInTransaction(
        adminAction({ action: 'grant.created', ...place, subject }),
        scope,
        db,
      );
      return addToken(db, grant.id, 'code', { expiresAt, redirectUri, challenge });
    });
    return { redirect_to: withParameters(redirectUri, { code, state, iss }) };
  },
});

import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import { deleteInBatches, scheduleSweeps } from '../../platform/tasks/periodic-task.ts';
import { isAddressProven } from '../accounts/index.ts';
import { isMembershipEnded } from '../members/index.ts';
import { canServeOAuth } from './addresses.ts';
import { ClientDirectory } from './clients.ts';
import { oauthEndpoints } from './endpoints.ts';
import { GrantAccess } from './grant-access.ts';
import { USED_KEPT_MS } from './grant-tokens.ts';
import { answerConnection, inspectConnection } from './operations/connections.ts';
import { listGrants, revokeGrant } from './operations/grants.ts';
import { deleteExpired, deleteGrantsOfAccount, deleteGrantsOfMember } from './queries.ts';

interface GrantSettings {
  mcp_oauth: boolean;
}

/** OAuth 2.1 for agents: people connect agents to a tenant. Values are random, and only their hashes are stored. */
export const grants = defineFeature({
  name: 'grants',
  services: (deps, { mcp_oauth }: GrantSettings) => ({
    isOn: () => mcp_oauth && canServeOAuth(deps),
    access: new GrantAccess(deps),
    clients: new ClientDirectory(deps),
  }),
  listeners: ({ events }) => {
    events.onTransaction(async (event, _scope, db) => {
      if (isMembershipEnded(event))
        await deleteGrantsOfMember(db, event.payload.teamId, event.payload.accountId);
      if (isAddressProven(event)) await deleteGrantsOfAccount(db, event.payload.accountId);
    });
  },
  endpoints: oauthEndpoints,
  background: ({ db, clock, log, leader, services }) =>
    scheduleSweeps({ log, leader }, 'grants and clients of agents', async (isStopped) => {
      const now = clock.now();
      const limits = { now, usedBefore: now - USED_KEPT_MS };
      const expired = await deleteInBatches(db, (one, most) => deleteExpired(one, limits, most), isStopped);
      const { clients } = services.grants;
      return expired + (await deleteInBatches(db, (one, most) => clients.deleteUnused(one, most), isStopped));
    }),
  routes: [
    route('POST', '/agent-connections/inspect', inspectConnection),
    route('POST', '/agent-connections', answerConnection),
    route('GET', '/grants', listGrants, { answer: 'items' }),
    route('DELETE', '/grants/:id', revokeGrant),
  ],
  commands: [listGrants, revokeGrant],
});

declare module '../../platform/deps.ts' {
  interface Services {
    grants: {
      /** Agents can be connected: the setting allows it, and the base URL is safe for tokens. */
      isOn(): boolean;
      access: GrantAccess;
      clients: ClientDirectory;
    };
  }
}

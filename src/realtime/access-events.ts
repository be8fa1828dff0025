import { type ApiKeyChanged, identifyActor, type TokenKeysRotated } from '../features/access/index.ts';
import type { AccessChanged } from '../features/accounts/index.ts';
import {
  type ProjectChanged,
  type ProjectCredentialsRevoked,
  type ProjectOriginsChanged,
  planOfTenant,
  selectProject,
  selectTenant,
  suspensionOf,
  type TenantChanged,
  type TenantDeleted,
  type TenantMoved,
} from '../features/projects/index.ts';
import type { TemplateEvent } from '../features/templates/index.ts';
import type { FactsOf } from '../platform/bridged-events.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { RealtimeSocket } from './connection.ts';
import { type Connections, dropSocket, endAccess } from './connections.ts';
import { CODES } from './protocol.ts';
import { expel } from './subscribe.ts';

/**
 * Ends the access of sockets when the access of their token ends, on any server. Clients are told to connect again if a new
 * authorization may succeed, and to leave the channel if the template is gone.
 */
export function listenToAccess(connections: Connections): void {
  const { formerMembers, deps } = connections;
  const { bus } = deps;
  for (const [type, end] of Object.entries(ENDINGS))
    bus.subscribe(type, (facts) => end?.(connections, facts as never));
  bus.onGap(() => checkLater(connections, checkAll(connections)));
  formerMembers.listen();
}

/** The payload has only what `createBridgedEvents` passes on, because the event may come from another server. */
type Ending = (connections: Connections, payload: never) => void;

const ENDINGS: { readonly [Type in string]?: Ending } = {
  'token_keys.rotated': endTokensOfOtherKeys,
  'project.credentials_revoked': endAccessOfProject,
  'project.changed': (connections, payload: FactsOf<ProjectChanged>) =>
    checkLater(connections, checkProject(connections, payload)),
  'tenant.changed': (connections, { projectId, tenant }: FactsOf<TenantChanged>) =>
    checkLater(connections, checkTenants(connections, projectId, new Set([tenant]))),
  'project.origins_changed': (connections, payload: FactsOf<ProjectOriginsChanged>) =>
    checkLater(connections, endAccessOfOtherOrigins(connections, payload)),
  'tenant.deleted': (connections, { projectId, tenant }: FactsOf<TenantDeleted>) =>
    endAccessToTenant(connections, projectId, tenant, TENANT_DELETED),
  'tenant.moved': (connections, { projectId, tenant }: FactsOf<TenantMoved>) =>
    endAccessToTenant(connections, projectId, tenant, TENANT_DELETED),
  'template.deleted': endAccessToTemplate,
  'account.access_changed': endAccessOfPerson,
  'api_key.revoked': removeAgent,
};

function endTokensOfOtherKeys(
  connections: Connections,
  { kid, isRevoking }: FactsOf<TokenKeysRotated>,
): void {
  if (!isRevoking) return;
  reconnect(connections, ({ tokenKeyId }) => tokenKeyId !== kid, 'the token was revoked');
}

function endAccessOfPerson(connections: Connections, { accountId }: FactsOf<AccessChanged>): void {
  reconnect(connections, (access) => access.accountId === accountId, 'what the person may do has changed');
}

function endAccessOfProject(
  connections: Connections,
  { projectId }: FactsOf<ProjectCredentialsRevoked>,
): void {
  reconnect(
    connections,
    (access) => access.projectId === projectId,
    'credentials of the project were revoked',
  );
}

async function endAccessOfOtherOrigins(
  connections: Connections,
  { projectId }: FactsOf<ProjectOriginsChanged>,
): Promise<void> {
  const { db, services } = connections.deps;
  await services.projects.origins.load(db.reader);
  const isRefused = ({ origin }: Pick<RealtimeSocket, 'origin'>): boolean =>
    origin !== undefined && !connections.isAllowedOrigin(projectId, origin);
  reconnect(
    connections,
    (access, page) => access.projectId === projectId && page !== undefined && isRefused(page),
    'the project no longer allows the origin of the page',
  );
}

function checkLater({ deps }: Connections, check: Promise<void>): void {
  check.catch((error) =>
    deps.log.error({ err: error }, 'a changed plan was not read for its realtime connections'),
  );
}

/** Checks all accesses, because events of other servers were lost. */
async function checkAll(connections: Connections): Promise<void> {
  const { deps, projects, sockets } = connections;
  for (const projectId of [...projects.keys()]) await checkProject(connections, { projectId });
  const accesses = accessesOf(sockets.values());
  for (const keyId of new Set(accesses.map(({ tokenKeyId }) => tokenKeyId))) {
    if (keyId === undefined || (await deps.services.access.tokens.isAcceptedKey(keyId))) continue;
    reconnect(connections, ({ tokenKeyId }) => tokenKeyId === keyId, 'the token was revoked');
  }
  reconnect(
    connections,
    ({ accountId }) => accountId !== undefined,
    'what the person may do may have changed',
  );
}

/** Closes the sockets of a project that was deleted or blocked, and those of tenants whose plan has lost collaboration. */
async function checkProject(connections: Connections, { projectId }: FactsOf<ProjectChanged>): Promise<void> {
  const { deps, projects, sockets, formerMembers } = connections;
  if (!mayHaveGrants(connections, projectId)) return;
  const project = await selectProject(deps.db.reader, projectId);
  if (project === undefined || project.suspended === 'blocked') {
    endAccess(connections, (access) => access.projectId === projectId);
    for (const socket of [...(projects.get(projectId)?.sockets ?? [])])
      dropSocket(connections, socket, CODES.unknownApp, 'the project was deleted or suspended');
    return;
  }
  const accesses = accessesOf(sockets.values());
  const own = [...accesses, ...formerMembers.accessesOf(projectId)].filter(
    (access) => access.projectId === projectId,
  );
  await checkTenants(connections, projectId, new Set(own.map(({ tenant }) => tenant)));
}

const accessesOf = (sockets: Iterable<RealtimeSocket>): ChannelAccess[] =>
  [...sockets].flatMap(({ memberships }) => [...memberships.values()].map(({ access }) => access));

function mayHaveGrants({ projects, formerMembers }: Connections, projectId: string): boolean {
  return projects.has(projectId) || formerMembers.has(projectId);
}

async function checkTenants(
  connections: Connections,
  projectId: string,
  tenants: ReadonlySet<string>,
): Promise<void> {
  const { deps } = connections;
  if (!mayHaveGrants(connections, projectId)) return;
  const project = await selectProject(deps.db.reader, projectId);
  if (project === undefined) return;
  const lost = new Set<string>();
  for (const slug of tenants) {
    const tenant = await selectTenant(deps.db.reader, projectId, slug);
    if (tenant === undefined) continue;
    const suspension = suspensionOf(project, tenant);
    if (suspension === 'blocked') endAccessToTenant(connections, projectId, slug, ACCOUNT_SUSPENDED);
    else if (suspension === 'read_only' || !planOfTenant(deps, project, tenant).features.collaboration)
      lost.add(slug);
  }
  if (lost.size === 0) return;
  const isEnding = (access: ChannelAccess) => access.projectId === projectId && lost.has(access.tenant);
  reconnect(connections, isEnding, 'the tenant may not edit together any more');
}

interface AccessEnd {
  /** For the tab; `status` as that of a request. */
  error: string;
  status: 403 | 404;
  /** For the log and the client. */
  reason: string;
}

const TENANT_DELETED: AccessEnd = {
  error: 'The template was deleted.',
  status: 404,
  reason: 'the tenant was deleted or moved',
};
const ACCOUNT_SUSPENDED: AccessEnd = {
  error: 'This account is suspended.',
  status: 403,
  reason: 'the account is suspended',
};

function endAccessToTenant(
  connections: Connections,
  projectId: string,
  tenant: string,
  { error, status, reason }: AccessEnd,
): void {
  const isOfTenant = (access: ChannelAccess) => access.projectId === projectId && access.tenant === tenant;
  for (const { socket, channels } of endAccess(connections, isOfTenant)) {
    for (const name of channels) expel(connections, socket, name, { error, status });
    if (socket.memberships.size > 0) continue;
    dropSocket(connections, socket, CODES.unauthorized, reason);
  }
}

function endAccessToTemplate(connections: Connections, { templateId }: FactsOf<TemplateEvent>): void {
  for (const { socket, channels } of endAccess(connections, (access) => access.templateId === templateId))
    for (const name of channels)
      expel(connections, socket, name, { error: 'The template was deleted.', status: 404 });
}

function removeAgent(connections: Connections, { id }: FactsOf<ApiKeyChanged>): void {
  const memberId = identifyActor({ kind: 'agent', id });
  for (const topic of connections.agents.remove(memberId))
    connections.channels.get(topic)?.hideAgent({ id: memberId });
}

/** Closes sockets so that their clients connect again at once, with a new authorization. */
function reconnect(
  connections: Connections,
  isEnding: (access: ChannelAccess, page?: Pick<RealtimeSocket, 'origin'>) => boolean,
  reason: string,
): void {
  for (const { socket } of endAccess(connections, isEnding))
    dropSocket(connections, socket, CODES.reconnect, reason);
}

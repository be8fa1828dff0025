import type { TenantScope } from '../platform/scope.ts';
import { type Connections, findChannel, leave } from './connections.ts';
import { MAX_CHANNELS_PER_SOCKET } from './limits.ts';
import { channelOfTemplate, encodeMessage } from './protocol.ts';
import type { Grant, RealtimeSocket } from './state.ts';

/** A grant for each channel of the socket, and as many for channels that it may join. */
const MAX_GRANTS_PER_SOCKET = 2 * MAX_CHANNELS_PER_SOCKET;

/**
 * Lets a socket join the channel of a template. `check` reads in the database that the scope has access, and returns the id
 * of the member. The grant is pending before `check` reads, so that an event that ends the access meanwhile reaches it.
 * Returns false if the access has ended.
 */
export async function grantAccess(
  connections: Connections,
  scope: TenantScope,
  { socketId, templateId, loader }: { socketId: string; templateId: string; loader: TenantScope },
  check: () => Promise<string>,
): Promise<boolean> {
  const { deps, pendingGrants } = connections;
  const { projectId } = scope;
  const name = channelOfTemplate(templateId);
  const socket = await findSocket(connections, projectId, socketId, name);
  const grant = makeGrant(scope, { templateId, userId: undefined });
  pendingGrants.add(grant);
  try {
    grant.userId = await check();
  } finally {
    pendingGrants.delete(grant);
  }
  if (grant.isEnded) return false;
  grant.holder = { scope, page: deps.services.templates.pages.findOrAdd(loader, templateId) };
  if (socket !== undefined && !socket.isGone) {
    if (socket.grants.size >= MAX_GRANTS_PER_SOCKET) deleteUnusedGrant(socket);
    socket.grants.set(name, grant);
  }
  return true;
}

/** A socket of the project, on any server. `channel`: messages of this channel come to this server from now on. */
async function findSocket(
  { sockets, clientLinks }: Connections,
  projectId: string,
  id: string,
  channel?: string,
): Promise<RealtimeSocket | undefined> {
  const own = sockets.get(id);
  if (own === undefined || own.isElsewhere) return clientLinks.find(id, projectId, channel);
  if (channel !== undefined) own.homes.delete(channel);
  return own.projectId === projectId ? own : undefined;
}

function makeGrant(
  { projectId, tenant, tokenKeyId, token }: TenantScope,
  { templateId, userId }: Pick<Grant, 'templateId' | 'userId'>,
): Grant {
  const { id: tenantId, slug } = tenant;
  const of = { projectId, tenant: slug, tenantId, templateId };
  return {
    ...of,
    userId,
    tokenKeyId,
    tokenDigest: token?.digest,
    accountId: token?.accountId,
    isEnded: false,
  };
}

/**
 * Whether an expired token may ask for the channel of a template again. The user must have joined with this token, and be
 * in the channel still, perhaps on a dead connection, or have left it lately.
 */
export function mayRejoin(
  connections: Connections,
  scope: TenantScope,
  wanted: { templateId: string; userId: string | undefined },
): boolean {
  const { formerMembers } = connections;
  if (!formerMembers.isUsed || wanted.userId === undefined || scope.token?.digest === undefined) return false;
  const channel = findChannel(connections, scope.projectId, wanted.templateId);
  for (const [socket, member] of channel?.memberOf ?? []) {
    const grant = socket.grants.get(channel?.name ?? '');
    const isSame = grant?.tokenDigest === scope.token?.digest && grant.tenantId === scope.tenant.id;
    if (isSame && member.id === wanted.userId) return true;
  }
  return formerMembers.isRemembered(makeGrant(scope, wanted));
}

/** A token of the project has named this socket, so it is no stranger any more. */
export function recognize({ sockets, projects }: Connections, projectId: string, socketId: string): void {
  const socket = sockets.get(socketId);
  if (socket?.projectId !== projectId) return;
  socket.isStranger = false;
  projects.get(projectId)?.strangers.delete(socket);
}

/** The same for a socket on any server. */
export async function recognizeAnywhere(
  connections: Connections,
  projectId: string,
  socketId: string,
): Promise<void> {
  await findSocket(connections, projectId, socketId);
  recognize(connections, projectId, socketId);
}

function deleteUnusedGrant({ grants, channels }: RealtimeSocket): void {
  for (const name of grants.keys()) {
    if (channels.has(name)) continue;
    grants.delete(name);
    return;
  }
}

/** Ends the grants for which `isEnding`, and returns those of sockets with the names of their channels. */
export function endGrants(
  { pendingGrants, sockets, formerMembers }: Connections,
  isEnding: (grant: Grant, page?: Pick<RealtimeSocket, 'origin'>) => boolean,
): { socket: RealtimeSocket; channels: string[] }[] {
  for (const grant of pendingGrants) if (isEnding(grant)) grant.isEnded = true;
  formerMembers.forget(isEnding);
  const ended: { socket: RealtimeSocket; channels: string[] }[] = [];
  for (const socket of sockets.values()) {
    const channels = [...socket.grants].filter(([, grant]) => isEnding(grant, socket)).map(([name]) => name);
    for (const name of channels) socket.grants.delete(name);
    if (channels.length > 0) ended.push({ socket, channels });
  }
  return ended;
}

/** Removes a socket from a channel for good. Editors then show that they are disconnected. */
export function expel(
  connections: Connections,
  socket: RealtimeSocket,
  name: string,
  refusal: { error: string; status: number },
): void {
  const channel = socket.channels.get(name);
  if (channel === undefined) return;
  const answer = { type: 'AuthError', ...refusal };
  socket.ws.send(encodeMessage('pusher:subscription_error', answer, name));
  leave(connections, channel, socket);
}

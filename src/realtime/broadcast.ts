import { identifyActor } from '../features/access/index.ts';
import { isToolCalled } from '../features/audit/index.ts';
import { type CommentEvent, isCommentEvent } from '../features/comments/index.ts';
import { selectProject } from '../features/projects/index.ts';
import { isTemplateUpdated } from '../features/templates/index.ts';
import type { DomainEvent } from '../platform/events.ts';
import type { TenantScope } from '../platform/scope.ts';
import { publish, showAgent, topicOf } from './channel.ts';
import { type Connections, dropSocket, findChannel } from './connections.ts';
import { createContentChanges } from './content-changes.ts';
import { CODES, channelOfTemplate, encodeMessage } from './protocol.ts';
import { findSender } from './sender.ts';

/** Broadcasts events of the service to open editors, after their commit. */
export function listenToEvents(connections: Connections): void {
  const changes = createContentChanges(connections);
  connections.deps.events.subscribe((event, scope) => {
    if (event.type === 'project.changed') closeLater(connections, event);
    if (scope.kind !== 'tenant') return;
    if (isToolCalled(event)) noteAgent(connections, scope, event.payload.templateId);
    else if (isCommentEvent(event)) broadcastComment(connections, scope, event);
    else if (isTemplateUpdated(event)) {
      const { templateId, version } = event.payload;
      noteAgent(connections, scope, templateId);
      changes.broadcast(scope, templateId, version);
    }
  });
}

/** Shows an agent as present. `sweepConnections` removes it after a time without calls. */
function noteAgent(connections: Connections, { actor, projectId }: TenantScope, templateId: string): void {
  if (actor.kind !== 'agent') return;
  const member = { id: identifyActor(actor), name: actor.name, type: 'mcp' as const };
  connections.agents.note(topicOf(projectId, channelOfTemplate(templateId)), member);
  const channel = findChannel(connections, projectId, templateId);
  if (channel !== undefined) showAgent(channel, member);
}

/** The editor that made the change is left out: it shows the change already, and some versions would show it twice. */
function broadcastComment(
  connections: Connections,
  scope: TenantScope,
  { type, payload }: CommentEvent,
): void {
  const channel = findChannel(connections, scope.projectId, payload.templateId);
  if (channel === undefined) return;
  const data = { action: type.replace('.', '_'), comment: payload.comment };
  const message = encodeMessage('comment-broadcast', data, channel.name);
  publish(channel, message, findSender(connections, channel, scope));
}

/** Closes the connections of a project whose plan has lost collaboration. Clients reconnect at once and are refused. */
async function closeWithoutPlan(connections: Connections, event: DomainEvent): Promise<void> {
  const { projectId } = event.payload as { projectId: string };
  const sockets = [...(connections.projects.get(projectId) ?? [])].filter(
    ({ channels }) => channels.size > 0,
  );
  if (sockets.length === 0) return;
  const project = await selectProject(connections.deps.db.reader, projectId);
  if (project !== undefined && connections.deps.plans.get(project.plan)?.features.collaboration) return;
  for (const socket of sockets) {
    dropSocket(connections, socket, CODES.reconnect, 'the plan has no collaboration any more');
  }
}

function closeLater(connections: Connections, event: DomainEvent): void {
  closeWithoutPlan(connections, event).catch((error) =>
    connections.deps.log.error({ err: error }, 'a plan was not read'),
  );
}

import { identifyActor } from '../features/access/index.ts';
import { isToolCalled } from '../features/audit/index.ts';
import { type CommentEvent, isCommentEvent } from '../features/comments/index.ts';
import { selectProject } from '../features/projects/index.ts';
import { isTemplateUpdated } from '../features/templates/index.ts';
import type { DomainEvent } from '../platform/events.ts';
import type { TenantScope } from '../platform/scope.ts';
import { publish, showAgent, topicOf } from './channel.ts';
import { createContentChanges } from './content-changes.ts';
import { dropSocket, findChannel, type Hub } from './hub.ts';
import { CODES, channelOfTemplate, encodeMessage } from './protocol.ts';
import { findSender } from './sender.ts';

/** Tells open editors what happens in the service, after it is committed. */
export function listenToEvents(hub: Hub): void {
  const changes = createContentChanges(hub);
  hub.deps.events.subscribe((event, scope) => {
    if (event.type === 'project.changed') closeLater(hub, event);
    if (scope.kind !== 'tenant') return;
    if (isToolCalled(event)) noteAgent(hub, scope, event.payload.templateId);
    else if (isCommentEvent(event)) broadcastComment(hub, scope, event);
    else if (isTemplateUpdated(event)) {
      const { templateId, version } = event.payload;
      noteAgent(hub, scope, templateId);
      changes.broadcast(scope, templateId, version);
    }
  });
}

/** An agent is present while it works; see `sweepConnections` for when it leaves. */
function noteAgent(hub: Hub, { actor, projectId }: TenantScope, templateId: string): void {
  if (actor.kind !== 'agent') return;
  const member = { id: identifyActor(actor), name: actor.name, type: 'mcp' as const };
  hub.agents.note(topicOf(projectId, channelOfTemplate(templateId)), member);
  const channel = findChannel(hub, projectId, templateId);
  if (channel !== undefined) showAgent(channel, member);
}

/** The editor that has made the change has shown it already, and some versions would show it twice. */
function broadcastComment(hub: Hub, scope: TenantScope, { type, payload }: CommentEvent): void {
  const channel = findChannel(hub, scope.projectId, payload.templateId);
  if (channel === undefined) return;
  const data = { action: type.replace('.', '_'), comment: payload.comment };
  const message = encodeMessage('comment-broadcast', data, channel.name);
  publish(channel, message, findSender(hub, channel, scope));
}

/** Members were let in under the plan of that time. Clients reconnect at once, and are refused then. */
async function closeWithoutPlan(hub: Hub, event: DomainEvent): Promise<void> {
  const { projectId } = event.payload as { projectId: string };
  const sockets = [...(hub.projects.get(projectId) ?? [])].filter(({ channels }) => channels.size > 0);
  if (sockets.length === 0) return;
  const project = await selectProject(hub.deps.db.reader, projectId);
  if (project !== undefined && hub.deps.plans.get(project.plan)?.features.collaboration) return;
  for (const socket of sockets) {
    dropSocket(hub, socket, CODES.reconnect, 'the plan has no collaboration any more');
  }
}

function closeLater(hub: Hub, event: DomainEvent): void {
  closeWithoutPlan(hub, event).catch((error) => hub.deps.log.error({ err: error }, 'a plan was not read'));
}

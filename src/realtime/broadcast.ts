import { identifyActor } from '../features/access/index.ts';
import { isToolCalled } from '../features/audit/index.ts';
import { Comment, type CommentEvent, isCommentEvent } from '../features/comments/index.ts';
import { isProposalEvent, Proposal, type ProposalEvent } from '../features/proposals/index.ts';
import { isPageSaved, isTemplateUpdated } from '../features/templates/index.ts';
import { BothSpellings } from '../http/both-spellings.ts';
import type { TenantScope } from '../platform/scope.ts';
import { listenToAccess } from './access-events.ts';
import { publish, showAgent, topicOf } from './channel.ts';
import { type Connections, findChannel } from './connections.ts';
import type { ContentChanges } from './content-changes.ts';
import { channelOfTemplate, encodeMessage } from './protocol.ts';
import { findSender } from './sender.ts';
import { lazyMessage, spellAction } from './spelling.ts';

/** Sends events of the service to open editors, and ends access. Events come after the commit of their transaction. */
export function listenToEvents(connections: Connections, changes: ContentChanges): void {
  listenToAccess(connections);
  connections.deps.events.subscribe((event, scope) => {
    if (scope.kind !== 'tenant') return;
    if (isToolCalled(event)) noteAgent(connections, scope, event.payload.templateId);
    else if (isCommentEvent(event)) broadcastComment(connections, scope, event);
    else if (isProposalEvent(event)) broadcastProposal(connections, scope, event);
    else if (isTemplateUpdated(event)) {
      const { templateId } = event.payload;
      noteAgent(connections, scope, templateId);
      const channel = findChannel(connections, scope.projectId, templateId);
      if (channel !== undefined) changes.broadcast(connections, channel, scope, event.payload);
    } else if (isPageSaved(event)) {
      const { templateId, outcome } = event.payload;
      const channel = findChannel(connections, scope.projectId, templateId);
      if (channel === undefined) return;
      if (outcome === 'merged') changes.completePage(channel, scope, event.payload);
      else changes.settleUnchanged(connections, channel, scope, event.payload);
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

const spellings = new BothSpellings();
const addCamelNames = spellings.compile(Comment) ?? ((comment: unknown) => comment);
const addCamelNamesOfProposal = spellings.compile(Proposal) ?? ((proposal: unknown) => proposal);

/** The editor that made the change is left out: it shows the change already, and some versions would show it twice. */
function broadcastComment(
  connections: Connections,
  scope: TenantScope,
  { type, payload }: CommentEvent,
): void {
  const channel = findChannel(connections, scope.projectId, payload.templateId);
  if (channel === undefined) return;
  const comment = addCamelNames(payload.comment);
  const message = lazyMessage((spelling) => {
    const action = spellAction(spelling, type.replace('.', '_'));
    return encodeMessage('comment-broadcast', { action, comment }, channel.name);
  });
  publish(channel, message, findSender(connections, channel, scope));
}

/** A proposal goes to the channel of its template. A proposed new template has no channel. */
function broadcastProposal(
  connections: Connections,
  scope: TenantScope,
  { type, payload: { templateId, proposal } }: ProposalEvent,
): void {
  const channel = templateId === null ? undefined : findChannel(connections, scope.projectId, templateId);
  if (channel === undefined) return;
  const spelled = addCamelNamesOfProposal(proposal);
  const message = lazyMessage((spelling) => {
    const action = spellAction(spelling, type.replace('.', '_'));
    return encodeMessage('proposal-broadcast', { action, proposal: spelled }, channel.name);
  });
  publish(channel, message, findSender(connections, channel, scope));
}

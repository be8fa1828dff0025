import { identifyActor } from '../features/access/index.ts';
import { isToolCalled } from '../features/audit/index.ts';
import { type CommentEvent, isCommentEvent } from '../features/comments/index.ts';
import { isProposalEvent, type ProposalEvent } from '../features/proposals/index.ts';
import { isTemplateUpdated } from '../features/templates/index.ts';
import { addCamelNames } from '../http/editor-compat/answers.ts';
import { spellAction, spellMessage } from '../http/editor-compat/messages.ts';
import type { Spelling } from '../http/editor-compat/names.ts';
import type { Deps } from '../platform/deps.ts';
import type { TenantScope } from '../platform/scope.ts';
import { type Channel, topicOf } from './channel.ts';
import type { EndUser } from './channel-auth.ts';
import type { Membership } from './connection.ts';
import { type Connections, dropSlowReaders } from './connections.ts';
import { type ClientMessage, channelOfTemplate, encodeClientEvent, encodeMessage } from './protocol.ts';

/** Texts that go to the tabs of a channel on all servers, and agents that are at work. */
const TEXTS = 'realtime.texts';
const AGENT = 'realtime.agent';

/** Sends events of the service to open editors. Events come after the commit of their transaction. */
export function listenToEvents(connections: Connections): void {
  const { events, bus } = connections.deps;
  events.subscribe((event, scope) => {
    if (scope.kind !== 'tenant') return;
    if (isToolCalled(event)) recordAgent(connections, scope, event.payload.templateId);
    else if (isCommentEvent(event)) broadcastComment(connections, scope, event);
    else if (isProposalEvent(event)) broadcastProposal(connections, scope, event);
    else if (isTemplateUpdated(event)) recordAgent(connections, scope, event.payload.templateId);
  });
  bus.subscribe(TEXTS, ({ topic, snake, camel, except, by }) => {
    const channel = connections.channels.get(String(topic));
    if (channel === undefined) return;
    const texts = { snake: String(snake), camel: String(camel) };
    const sender = connections.sockets.get(String(except));
    const isOwn = typeof by !== 'string' || sender?.memberships.get(channel.name)?.person.id === by;
    channel.publish((spelling) => texts[spelling], isOwn ? sender : undefined);
    dropSlowReaders(connections, channel);
  });
  bus.subscribe(AGENT, ({ topic, id, name }) => {
    const agent: EndUser = { id: String(id), name: String(name), type: 'mcp' };
    connections.agents.note(String(topic), agent);
    connections.channels.get(String(topic))?.showAgent(agent);
  });
  // The bus has this event of all servers.
  bus.subscribe('template.updated', ({ projectId, templateId }) =>
    connections.live.check(topicOf(String(projectId), String(templateId))),
  );
}

/** Sends an event of a client to all others in the channel, unchanged. */
export function broadcast(
  { deps }: Connections,
  channel: Channel,
  sent: ClientMessage,
  { socket, person }: Membership,
): void {
  const encode = (spelling: Spelling) =>
    encodeClientEvent(spellMessage(spelling, sent), channel.name, person.id);
  publishTexts(deps, channel.topic, encode, { except: socket.id });
}

/** Sends a text in both spellings to the channel on all servers. `except`: a socket that does not get it, if it is that of user `by`. */
function publishTexts(
  { bus }: Deps,
  topic: string,
  encode: (spelling: Spelling) => string,
  sender: { except: string | undefined; by?: string | undefined },
): void {
  bus.publish(TEXTS, { topic, snake: encode('snake'), camel: encode('camel'), ...sender });
}

/** Shows an agent as present. It is removed after a time without calls. */
function recordAgent({ deps }: Connections, { actor, projectId }: TenantScope, templateId: string): void {
  if (actor.kind !== 'agent') return;
  const topic = topicOf(projectId, templateId);
  deps.bus.publish(AGENT, { topic, id: identifyActor(actor), name: actor.name });
}

function broadcastComment(
  connections: Connections,
  scope: TenantScope,
  { type, payload }: CommentEvent,
): void {
  const data = { comment: addCamelNames(payload.comment) };
  broadcastAction(connections, scope, { name: 'comment', type, templateId: payload.templateId, data });
}

/** A proposal goes to the channel of its template. A proposed new template has no channel. */
function broadcastProposal(
  connections: Connections,
  scope: TenantScope,
  { type, payload: { templateId, proposal } }: ProposalEvent,
): void {
  if (templateId === null) return;
  const data = { proposal: addCamelNames(proposal) };
  broadcastAction(connections, scope, { name: 'proposal', type, templateId, data });
}

/** The tab that made the change is left out: it shows the change already, and some versions would show it twice. */
function broadcastAction(
  { deps }: Connections,
  { projectId, tab, actor }: TenantScope,
  { name, type, templateId, data }: { name: string; type: string; templateId: string; data: object },
): void {
  const encode = (spelling: Spelling) => {
    const action = spellAction(spelling, type);
    return encodeMessage(`${name}-broadcast`, { action, ...data }, channelOfTemplate(templateId));
  };
  const by = actor.isUnnamed ? undefined : actor.id;
  publishTexts(deps, topicOf(projectId, templateId), encode, { except: tab?.socketId, by });
}

import { type Spelled, textIn } from '../http/editor-compat/messages.ts';
import type { Spelling } from '../http/editor-compat/names.ts';
import type { Deps } from '../platform/deps.ts';
import { CountersByKey } from '../platform/limits/counters-by-key.ts';
import type { TenantScope } from '../platform/scope.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { EndUser } from './channel-auth.ts';
import { closeSocket, type Membership, type RealtimeSocket, type SocketServer } from './connection.ts';
import { CODES, channelOfTemplate, encodeMessage } from './protocol.ts';
import type { Message } from './room/entry.ts';
import type { LiveTemplate, TabSocket } from './room/live-template.ts';
import { encodeToTab } from './room/messages.ts';
import { PlainTab, plainIdOf } from './room/plain-tab.ts';
import { describePresence, type PresenceChange } from './room/presence.ts';
import { VersionStore } from './version-store.ts';

const PING = encodeMessage('pusher:ping', {});

/** What a socket needs to join. */
interface Joining {
  socket: RealtimeSocket;
  access: ChannelAccess;
  person: EndUser;
  /** As its tab has it in requests. */
  scope: TenantScope;
}

/** The channel of a template on this server: the sockets in it, and what is sent to them. */
export class Channel {
  readonly name: string;
  readonly templateId: string;
  /** The topic in the runtime. It contains the project, because names are unique in a project only. */
  readonly topic: string;
  readonly live: LiveTemplate;
  readonly #deps: Deps;
  /** By name of the connection in the log. */
  readonly memberships = new Map<string, Membership>();
  /** Joining: the log does not have them yet. */
  readonly #entering = new Map<string, Membership>();
  /** At work at the moment, by id. */
  readonly #agents = new Map<string, EndUser>();
  /** Number of sockets by listener: each listener publishes to its own sockets alone. */
  readonly #servers = new CountersByKey<SocketServer>();
  /** Number of sockets by spelling. */
  readonly #spellings = new CountersByKey<Spelling>();
  /** Messages of the room, so that one for all tabs is encoded once. */
  readonly #encoded = new WeakMap<Message, Spelled>();
  /** Bytes sent since slow readers were last looked for. */
  sentBytes = 0;

  constructor(
    deps: Deps,
    projectId: string,
    { templateId, live }: { templateId: string; live: LiveTemplate },
  ) {
    this.#deps = deps;
    this.name = channelOfTemplate(templateId);
    this.templateId = templateId;
    this.topic = topicOf(projectId, templateId);
    this.live = live;
    live.onPresence = (connection, change) => this.#recordPresence(connection, change);
    live.onLost = () => this.#lose();
  }

  get size(): number {
    return this.memberships.size + this.#entering.size;
  }

  /** Adds a socket. Its tab is told when the log has it, together with who else is there. */
  async join({ socket, access, person, scope }: Joining): Promise<void> {
    const connection = this.#connectionOf(socket);
    const tab = {
      member: undefined,
      plain: undefined,
      version: 0,
      told: Promise.resolve(),
      joined: Promise.resolve(),
    };
    const membership: Membership = { socket, access, person, connection, scope, ...tab };
    this.#entering.set(connection, membership);
    socket.memberships.set(this.name, membership);
    await this.live.enter(connection, person);
  }

  #connectionOf({ id }: RealtimeSocket): string {
    return `${this.live.server} ${id}`;
  }

  leave(membership: Membership): void {
    const { socket, connection } = membership;
    socket.memberships.delete(this.name);
    this.#entering.delete(connection);
    if (this.memberships.delete(connection)) {
      if (!socket.isGone) socket.ws.unsubscribe(this.#topicIn(socket.spelling));
      this.#servers.add(socket.server, -1);
      this.#spellings.add(socket.spelling, -1);
    }
    this.live.exit(connection).catch(() => {});
  }

  /** Sends a text to all sockets but `except`. */
  publish(message: Spelled, except?: RealtimeSocket): void {
    const isMember =
      except !== undefined && this.memberships.get(this.#connectionOf(except))?.socket === except;
    const sender = isMember ? except : undefined;
    for (const spelling of this.#spellings.keys()) {
      const text = textIn(spelling, message);
      const topic = this.#topicIn(spelling);
      for (const server of this.#servers.keys()) {
        if (sender?.server === server && sender.spelling === spelling) sender.ws.publish(topic, text);
        else server.publish(topic, text);
      }
      this.sentBytes += text.length;
    }
  }

  sendTo({ socket }: Pick<Membership, 'socket'>, message: Message): void {
    let encoded = this.#encoded.get(message);
    if (encoded === undefined) {
      encoded = encodeToTab(this.name, message, (id) => this.#nameOf(id));
      this.#encoded.set(message, encoded);
    }
    const text = textIn(socket.spelling, encoded);
    socket.ws.send(text);
    this.sentBytes += text.length;
  }

  /** The connection of a tab, as the room sends to it. */
  pageSocketOf(membership: Membership): TabSocket {
    return {
      send: (message) => this.#sendToPage(membership, message),
      close: () => this.reconnect(membership),
    };
  }

  #sendToPage(membership: Membership, message: Message): void {
    if ('replaced' in message) this.#keepReplaced(membership);
    this.sendTo(membership, message);
  }

  /** Keeps in the history what a tab shows, because others replace a part of it that may be in no version. */
  #keepReplaced({ member = '', scope }: Membership): void {
    const shown = this.live.room?.members.byId.get(member)?.shown;
    if (shown === undefined) return;
    new VersionStore(this.#deps, scope, this.templateId).keep(shown, 'replaced').catch((error) => {
      this.#deps.log.warn(
        { err: error, channel: this.name },
        'a replaced content was not kept in the history',
      );
    });
  }

  /** Puts into the log what a tab has reported. If that fails, the tab reconnects and reports what it shows. */
  async tell(membership: Membership, run: () => Promise<unknown>): Promise<void> {
    // In the order of the calls, but for a tab that joins: what it tells next has to wait for that.
    const done = membership.joined.then(run).catch((error) => {
      this.#deps.log.debug({ err: error, channel: this.name }, 'what a tab has reported could not be noted');
      this.reconnect(membership);
    });
    membership.told = Promise.all([membership.told, done]);
    await done;
  }

  reconnect({ socket }: Membership): void {
    closeSocket(socket, CODES.reconnect, 'The tab has to tell again what it shows.');
  }

  /** The tab of a socket that does not report what it shows, which is found out by what it sends. */
  plainPageOf(membership: Membership): PlainTab {
    if (membership.plain !== undefined) return membership.plain;
    const { clock, services } = this.#deps;
    const { scope, access, socket } = membership;
    const usual = plainIdOf(access);
    const isTaken = this.live.room?.members.byId.get(usual)?.connection !== undefined;
    const member = isTaken ? `${usual}.${socket.id}` : usual;
    const tab = new PlainTab({
      ...{ live: this.live, connection: membership.connection, member, user: membership.person.id },
      now: () => clock.now(),
      send: (message) => this.#sendToPage(membership, message),
      whenArrived: (run) => socket.receipts.ask(() => ping(socket), run),
      close: () => this.reconnect(membership),
    });
    Object.assign(membership, { plain: tab, member });
    const readVersion = async () =>
      (await services.templates.given.baseOf(scope, this.templateId))?.version ?? membership.version;
    this.tell(membership, () => tab.join(readVersion));
    return tab;
  }

  /** Shows an agent, which has no socket. */
  showAgent(agent: EndUser): void {
    if (this.#agents.has(agent.id)) return;
    this.#agents.set(agent.id, agent);
    this.#announce({ kind: 'came', person: agent });
  }

  hideAgent({ id }: Pick<EndUser, 'id'>): void {
    const person = this.#agents.get(id);
    if (this.#agents.delete(id) && person !== undefined) this.#announce({ kind: 'left', person });
  }

  #recordPresence(connection: string, change: PresenceChange | undefined): void {
    const membership = this.#entering.get(connection);
    if (membership !== undefined) this.#enter(membership);
    // The log has taken this server for gone, because it was silent for long.
    else if (this.memberships.has(connection)) this.reconnect(this.memberships.get(connection) as Membership);
    if (change !== undefined) this.#announce(change, membership?.socket);
  }

  /** The log has it. */
  #enter(membership: Membership): void {
    const { socket, connection } = membership;
    this.#entering.delete(connection);
    this.memberships.set(connection, membership);
    membership.version = this.live.room?.version ?? 0;
    this.#servers.add(socket.server, 1);
    this.#spellings.add(socket.spelling, 1);
    socket.ws.subscribe(this.#topicIn(socket.spelling));
    const data = describePresence([...(this.live.room?.presence.people ?? []), ...this.#agents.values()]);
    socket.ws.send(encodeMessage('pusher_internal:subscription_succeeded', data, this.name));
    // A tab that reports what it shows does so before it answers.
    socket.receipts.ask(
      () => ping(socket),
      () => {
        if (membership.member === undefined && this.memberships.has(connection)) this.plainPageOf(membership);
      },
    );
  }

  #nameOf(id: string): string {
    return this.live.room?.presence.people.find((person) => person.id === id)?.name ?? id;
  }

  #announce({ person, kind }: PresenceChange, except?: RealtimeSocket): void {
    const data = kind === 'came' ? { user_id: person.id, user_info: person } : { user_id: person.id };
    const event = kind === 'came' ? 'pusher_internal:member_added' : 'pusher_internal:member_removed';
    this.publish(encodeMessage(event, data, this.name), except);
  }

  #lose(): void {
    for (const membership of [...this.memberships.values(), ...this.#entering.values()])
      this.reconnect(membership);
  }

  #topicIn(spelling: Spelling): string {
    return spelling === 'snake' ? this.topic : `${spelling} ${this.topic}`;
  }
}

export function topicOf(projectId: string, templateId: string): string {
  return `${projectId} ${channelOfTemplate(templateId)}`;
}

export function ping(socket: RealtimeSocket): void {
  socket.receipts.recordPing();
  socket.ws.send(PING);
}

import { stopwatch } from '../../platform/clock.ts';
import type { OtherServer } from '../../platform/ports/homes.ts';
import { PASS } from '../../platform/server-pass.ts';
import { PING } from '../channel.ts';
import { addSocket, type Connections, removeSocket } from '../connections.ts';
import { recognize } from '../grants.ts';
import { receive } from '../receive.ts';
import {
  type ClientConnection,
  createSocket,
  type Listener,
  markGone,
  type RealtimeSocket,
} from '../state.ts';
import { BEAT_MS, FrameReader, SILENCE_MS, sendFrame, type ToClients, type ToHome } from './frames.ts';

const OPEN_MS = 3_000;
const ANSWER_MS = 3_000;

/** The path of links. */
export const LINK_KEY = 'servers';

/**
 * A link to another server that has connections of clients, whose home is this server. Each of them is a `RealtimeSocket`
 * here (`isElsewhere`), so the other code treats them as its own.
 */
export class ClientLink implements Listener {
  readonly #connections: Connections;
  readonly #ws: WebSocket;
  readonly #reader = new FrameReader<ToHome>();
  readonly #sockets = new Map<string, RealtimeSocket>();
  readonly #waiting = new Map<string, (found: ToHome | undefined) => void>();
  readonly #timer: Timer;
  #sinceHeard = stopwatch();
  #isOpen = false;
  /** Resolves when frames can be sent; rejects if the server cannot be reached. */
  readonly opened: Promise<void>;

  constructor(connections: Connections, server: OtherServer, whenClosed: () => void) {
    this.#connections = connections;
    const headers = { [PASS]: connections.deps.homes.passFor(server.id) };
    const url = `${server.address.replace(/^http/, 'ws')}/app/${LINK_KEY}?protocol=7`;
    // The runtime's own option, which the types of browsers do not know.
    this.#ws = new WebSocket(url, { headers } as unknown as string[]);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.opened = promise;
    const late = setTimeout(() => this.close(), OPEN_MS);
    this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref();
    this.#ws.onopen = () => {
      clearTimeout(late);
      this.#isOpen = true;
      resolve();
    };
    this.#ws.onmessage = ({ data }) => this.#receive(data);
    this.#ws.onclose = () => {
      clearTimeout(late);
      clearInterval(this.#timer);
      this.#isOpen = false;
      reject(new Error('the server could not be reached'));
      this.#end();
      whenClosed();
    };
  }

  /** The socket here for a connection of the other server. Undefined if there is no such connection. */
  async find(id: string, projectId: string): Promise<RealtimeSocket | undefined> {
    await this.opened;
    const known = this.#sockets.get(id);
    if (known !== undefined) return known.projectId === projectId ? known : undefined;
    const found = await this.#ask(id, projectId);
    if (found?.[0] !== 'found') return undefined;
    const asked = this.#sockets.get(id);
    if (asked !== undefined || !this.#isOpen) return asked;
    const opening = { projectId, network: found[2], origin: found[3] ?? undefined, server: this };
    const { deps } = this.#connections;
    const socket = { ...createSocket(opening, deps.clock.now()), id, isElsewhere: true };
    socket.ws = this.#connect(id);
    this.#sockets.set(id, socket);
    addSocket(this.#connections, socket);
    recognize(this.#connections, projectId, id);
    return socket;
  }

  /** Tells the other server to pass messages of a channel to this one. */
  route(id: string, channel: string): void {
    this.#tell(['route', id, channel]);
  }

  publish(topic: string, text: string): void {
    this.#tell(['publish', topic, null], text);
  }

  close(): void {
    this.#ws.terminate();
  }

  #connect(id: string): ClientConnection {
    return {
      send: (text) => (text === PING ? this.#tell(['ping', id]) : this.#tell(['send', id], text)),
      publish: (topic, text) => this.#tell(['publish', topic, id], text),
      subscribe: (topic) => this.#tell(['subscribe', id, topic]),
      unsubscribe: (topic) => this.#tell(['unsubscribe', id, topic]),
      // The other server drops slow readers.
      getBufferedAmount: () => 0,
      close: (code, reason) => this.#tell(['close', id, code ?? null, reason ?? null]),
      terminate: () => this.#tell(['terminate', id]),
    };
  }

  async #ask(id: string, projectId: string): Promise<ToHome | undefined> {
    const { promise, resolve } = Promise.withResolvers<ToHome | undefined>();
    const before = this.#waiting.get(id);
    this.#waiting.set(id, (found) => {
      before?.(found);
      resolve(found);
    });
    const late = setTimeout(() => this.#waiting.get(id)?.(undefined), ANSWER_MS);
    this.#tell(['find', id, projectId]);
    const found = await promise;
    clearTimeout(late);
    this.#waiting.delete(id);
    return found;
  }

  #receive(part: string): void {
    this.#sinceHeard = stopwatch();
    const frame = this.#reader.read(part);
    if (frame === undefined) return;
    const { head, text } = frame;
    if (head[0] === 'found' || head[0] === 'missing') this.#waiting.get(head[1])?.(head);
    if (head[0] !== 'message' && head[0] !== 'closed') return;
    const socket = this.#sockets.get(head[1]);
    if (socket === undefined) return;
    if (head[0] === 'closed') this.#remove(socket);
    else if (this.#connections.sockets.has(socket.id)) receive(this.#connections, socket, text);
  }

  #beat(): void {
    if (this.#sinceHeard() > SILENCE_MS) this.close();
    else this.#tell(['beat']);
  }

  #end(): void {
    for (const answer of this.#waiting.values()) answer(undefined);
    for (const socket of [...this.#sockets.values()]) this.#remove(socket);
  }

  #remove(socket: RealtimeSocket): void {
    this.#sockets.delete(socket.id);
    markGone(socket);
    this.#connections.leaving.delete(socket);
    removeSocket(this.#connections, socket);
  }

  #tell(head: ToClients, text?: string): void {
    if (this.#isOpen) sendFrame({ send: (part) => this.#ws.send(part) }, head, text);
  }
}

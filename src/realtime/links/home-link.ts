import { stopwatch } from '../../platform/clock.ts';
import { PING } from '../channel.ts';
import type { Connections } from '../connections.ts';
import { recognize } from '../grants.ts';
import { CODES } from '../protocol.ts';
import { closeSocket, type OtherHome, type RealtimeSocket } from '../state.ts';
import { FrameReader, SILENCE_MS, sendFrame, type ToClients, type ToHome } from './frames.ts';

/**
 * A link from another server that is the home of tenants. It handles the messages of clients whose connections are here.
 */
export class HomeLink implements OtherHome {
  readonly #connections: Connections;
  readonly #ws: Bun.ServerWebSocket<unknown>;
  readonly #reader = new FrameReader<ToClients>();
  /** Sockets for which the home asked. */
  readonly #sockets = new Set<RealtimeSocket>();
  #sinceHeard = stopwatch();

  constructor(connections: Connections, ws: Bun.ServerWebSocket<unknown>) {
    this.#connections = connections;
    this.#ws = ws;
  }

  receive(part: string | Buffer): void {
    this.#sinceHeard = stopwatch();
    const frame = this.#reader.read(String(part));
    if (frame !== undefined) this.#handle(frame.head, frame.text);
  }

  /** Passes on what a client has sent. */
  pass(socket: RealtimeSocket, raw: string): void {
    this.#tell(['message', socket.id], raw);
  }

  tellClosed(socket: RealtimeSocket): void {
    this.#sockets.delete(socket);
    this.#tell(['closed', socket.id]);
  }

  closeIfSilent(): void {
    if (this.#sinceHeard() > SILENCE_MS) this.#ws.terminate();
  }

  /** The home is gone or cannot be reached. The clients connect again at once, and get to the next home. */
  end(): void {
    for (const socket of this.#sockets) {
      for (const [channel, home] of socket.homes) if (home === this) socket.homes.delete(channel);
      closeSocket(socket, CODES.reconnect, 'the server that works for the template has gone');
    }
    this.#sockets.clear();
  }

  #handle(head: ToClients, text: string): void {
    const socket = head[1] === undefined ? undefined : this.#connections.sockets.get(head[1]);
    if (head[0] === 'beat') this.#tell(head);
    else if (head[0] === 'publish') this.#publish(head[1], text, head[2]);
    else if (head[0] === 'find') this.#find(head[1], head[2]);
    else if (socket !== undefined && !socket.isElsewhere) this.#handleFor(socket, head, text);
  }

  #handleFor(socket: RealtimeSocket, head: ToClients, text: string): void {
    const { ws } = socket;
    switch (head[0]) {
      case 'route':
        socket.homes.set(head[2], this);
        return;
      case 'send':
        ws.send(text);
        return;
      case 'ping':
        socket.pings.push(this);
        ws.send(PING);
        return;
      case 'subscribe':
        ws.subscribe(head[2]);
        return;
      case 'unsubscribe':
        ws.unsubscribe(head[2]);
        return;
      case 'close':
        this.#connections.leaving.add(socket);
        ws.close(head[2] ?? undefined, head[3] ?? undefined);
        return;
      case 'terminate':
        ws.terminate();
    }
  }

  #find(id: string, projectId: string): void {
    const socket = this.#connections.sockets.get(id);
    if (socket === undefined || socket.isElsewhere || socket.projectId !== projectId) {
      this.#tell(['missing', id]);
      return;
    }
    // The home asks only after a token has named the socket.
    recognize(this.#connections, projectId, id);
    this.#sockets.add(socket);
    this.#tell(['found', id, socket.network, socket.origin ?? null]);
  }

  #publish(topic: string, text: string, exceptId: string | null): void {
    const sender = exceptId === null ? undefined : this.#connections.sockets.get(exceptId);
    for (const listener of this.#connections.listeners) {
      if (sender?.server === listener) sender.ws.publish(topic, text);
      else listener.publish(topic, text);
    }
  }

  #tell(head: ToHome, text?: string): void {
    sendFrame({ send: (part) => this.#ws.send(part) }, head, text);
  }
}

import { isTemporary, SdkError, toSdkError } from './error.ts';

/** A message of the service; `data` is JSON text or, from other clients, an object. */
export interface Message {
  event: string;
  channel?: string;
  data?: unknown;
}

interface SocketEvents {
  /** The websocket's address; called for each attempt to connect. */
  findUrl(): Promise<string>;
  onOpen(socketId: string): void;
  /** `data` is parsed. */
  onMessage(message: Message): void;
  /** The connection is lost. With a fault there is no further attempt. */
  onDown(fault: SdkError | undefined): void;
}

/** How long the client waits for the first message, and for the answer to a ping. */
const REPLY_TIMEOUT_MS = 30_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/** Exponential back-off with jitter, so that the clients of a restarted service do not reconnect all at once. */
const backoffMs = (failures: number) =>
  Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS) * (0.5 + Math.random() / 2);

/**
 * A websocket that pings a silent service and reconnects after a loss. By the Pusher protocol, close codes from 4000 to
 * 4099 are final, and those from 4200 to 4299 ask to reconnect at once.
 */
export class ReconnectingSocket {
  readonly #events: SocketEvents;
  #id: string | undefined;
  #ws: WebSocket | undefined;
  #isWanted = false;
  #failures = 0;
  #pingAfterMs = REPLY_TIMEOUT_MS;
  #replyTimer: ReturnType<typeof setTimeout> | undefined;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: SocketEvents) {
    this.#events = events;
  }

  /** Undefined while there is no connection. */
  get id(): string | undefined {
    return this.#id;
  }

  open(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#failures = 0;
    this.#connect();
  }

  /** Closes the connection with this id and opens another one after the back-off. */
  reconnect(lostId: string): void {
    if (this.#id === lostId) this.#lose(0, '');
  }

  /** False if there is no connection. */
  send(message: Message): boolean {
    return this.#id !== undefined && this.#transmit(message);
  }

  close(): void {
    this.#isWanted = false;
    this.#drop();
  }

  #connect(): void {
    this.#events.findUrl().then(
      (url) => {
        if (!this.#isWanted || this.#ws !== undefined) return;
        const opened = new WebSocket(url);
        this.#ws = opened;
        opened.onmessage = ({ data }) => opened === this.#ws && this.#receive(String(data));
        opened.onclose = ({ code, reason }) => opened === this.#ws && this.#lose(code, reason);
        this.#expectReply();
      },
      // Without an address it is as if the connection had failed. Refusals are final.
      (fault) => {
        const error = toSdkError(fault);
        if (isTemporary(error)) this.#lose(0, '');
        else this.#end(error);
      },
    );
  }

  #receive(text: string): void {
    this.#restartPingTimer();
    const message = parse(text);
    if (message === undefined) return;
    if (message.event === 'pusher:ping') this.#transmit({ event: 'pusher:pong', data: {} });
    else if (message.event === 'pusher:connection_established') this.#establish(message.data);
    else this.#events.onMessage(message);
    // Not earlier: a service that accepts connections but refuses all channels must not be asked again and again.
    if (message.event === 'pusher_internal:subscription_succeeded') this.#failures = 0;
  }

  #establish(data: unknown): void {
    const { socket_id, activity_timeout } = data as { socket_id: string; activity_timeout?: number };
    this.#id = socket_id;
    this.#pingAfterMs = (activity_timeout ?? 120) * 1000;
    this.#restartPingTimer();
    this.#events.onOpen(socket_id);
  }

  #restartPingTimer(): void {
    clearTimeout(this.#replyTimer);
    this.#replyTimer = setTimeout(() => {
      this.#transmit({ event: 'pusher:ping', data: {} });
      this.#expectReply();
    }, this.#pingAfterMs);
  }

  #expectReply(): void {
    clearTimeout(this.#replyTimer);
    this.#replyTimer = setTimeout(() => this.#lose(0, 'no answer'), REPLY_TIMEOUT_MS);
  }

  #lose(code: number, reason: string): void {
    this.#drop();
    if (!this.#isWanted) return;
    if (code >= 4000 && code < 4100) {
      this.#end(new SdkError(`Realtime was refused: ${reason || code}.`));
      return;
    }
    this.#events.onDown(undefined);
    const isAtOnce = code >= 4200 && code < 4300 && this.#failures === 0;
    this.#reconnectTimer = setTimeout(() => this.#connect(), isAtOnce ? 0 : backoffMs(this.#failures));
    this.#failures += 1;
  }

  #end(fault: SdkError): void {
    this.close();
    this.#events.onDown(fault);
  }

  #drop(): void {
    clearTimeout(this.#replyTimer);
    clearTimeout(this.#reconnectTimer);
    const dropped = this.#ws;
    this.#ws = undefined;
    this.#id = undefined;
    dropped?.close();
  }

  #transmit(message: Message): boolean {
    if (this.#ws?.readyState !== WebSocket.OPEN) return false;
    this.#ws.send(JSON.stringify(message));
    return true;
  }
}

/** `data` of the service is JSON as text; `data` of other clients is as they sent it. */
function parse(text: string): Message | undefined {
  const message = parseJson(text) as Message | undefined;
  if (typeof message?.event !== 'string') return undefined;
  const { data } = message;
  return { ...message, data: typeof data === 'string' ? (parseJson(data) ?? data) : data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

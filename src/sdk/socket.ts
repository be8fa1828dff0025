import { isPassing, SdkError, toSdkError } from './error.ts';
import type { Message } from './room.ts';

export interface SocketEvents {
  /** The address of the service, asked for anew with each attempt. */
  findUrl(): Promise<string>;
  onOpen(socketId: string): void;
  /** `data` is parsed. */
  onMessage(message: Message): void;
  /** The connection is lost. With a fault it is not tried again. */
  onDown(fault: SdkError | undefined): void;
}

export interface Socket {
  /** Undefined while there is no connection. */
  readonly id: string | undefined;
  open(): void;
  /** Gives this connection up and makes another one, after a pause. */
  reconnect(lostId: string): void;
  /** False if there is no connection. */
  send(message: Message): boolean;
  close(): void;
}

/** How long the first word of the service, or the answer to a ping, is waited for. */
const PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Attempts double their pause; half of it is chance, so that clients of a restarted service do not come all at once. */
const pauseAfter = (failures: number) =>
  Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);

/**
 * One connection that is kept up: a silent one is asked for a sign of life, a lost one is made again. By the protocol
 * codes from 4000 to 4099 are final, and those from 4200 on ask to come back at once.
 */
export function createSocket(events: SocketEvents): Socket {
  let id: string | undefined;
  let ws: WebSocket | undefined;
  let isWanted = false;
  let failures = 0;
  let silenceMs = PATIENCE_MS;
  const { expectWithin, relax } = createWatch();
  let retry: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    events.findUrl().then(
      (url) => {
        if (!isWanted || ws !== undefined) return;
        const opened = new WebSocket(url);
        ws = opened;
        opened.onmessage = ({ data }) => opened === ws && receive(String(data));
        opened.onclose = ({ code, reason }) => opened === ws && lose(code, reason);
        expectWithin(PATIENCE_MS, () => lose(0, 'no answer'));
      },
      // The address is not to be had: as if the connection had failed. Refusals are final.
      (fault) => (isPassing(toSdkError(fault)) ? lose(0, '') : end(toSdkError(fault))),
    );
  }

  function receive(text: string): void {
    listenOn();
    const message = parse(text);
    if (message === undefined) return;
    if (message.event === 'pusher:ping') send({ event: 'pusher:pong', data: {} });
    else if (message.event === 'pusher:connection_established') establish(message.data);
    else events.onMessage(message);
    // Not before: a service that takes connections but nobody into a channel is not well.
    if (message.event === 'pusher_internal:subscription_succeeded') failures = 0;
  }

  function establish(data: unknown): void {
    const { socket_id, activity_timeout } = data as { socket_id: string; activity_timeout?: number };
    id = socket_id;
    silenceMs = (activity_timeout ?? 120) * 1000;
    listenOn();
    events.onOpen(socket_id);
  }

  function listenOn(): void {
    expectWithin(silenceMs, () => {
      send({ event: 'pusher:ping', data: {} });
      expectWithin(PATIENCE_MS, () => lose(0, 'no answer'));
    });
  }

  function lose(code: number, reason: string): void {
    drop();
    if (!isWanted) return;
    if (code >= 4000 && code < 4100) {
      end(new SdkError(`Realtime was refused: ${reason || code}.`));
      return;
    }
    events.onDown(undefined);
    retry = setTimeout(connect, code >= 4200 && code < 4300 && failures === 0 ? 0 : pauseAfter(failures));
    failures += 1;
  }

  function end(fault: SdkError): void {
    close();
    events.onDown(fault);
  }

  function drop(): void {
    relax();
    clearTimeout(retry);
    const dropped = ws;
    ws = undefined;
    id = undefined;
    dropped?.close();
  }

  function send(message: Message): boolean {
    if (ws?.readyState !== WebSocket.OPEN) return false;
    ws.send(JSON.stringify(message));
    return true;
  }

  function close(): void {
    isWanted = false;
    drop();
  }

  return {
    get id() {
      return id;
    },
    open() {
      if (isWanted) return;
      isWanted = true;
      failures = 0;
      connect();
    },
    reconnect: (lostId) => id === lostId && lose(0, ''),
    send: (message) => id !== undefined && send(message),
    close,
  };
}

/** Waits for one thing at a time. */
function createWatch() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const relax = () => clearTimeout(timer);
  const expectWithin = (milliseconds: number, otherwise: () => void) => {
    relax();
    timer = setTimeout(otherwise, milliseconds);
  };
  return { expectWithin, relax };
}

/** The service's data are JSON in a text; those of other clients are what they sent. */
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

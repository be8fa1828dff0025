/** Heads of frames from the home of a tenant to the server that has the clients. A text may follow the head. */
export type ToClients =
  | ['find', socketId: string, projectId: string]
  | ['route', socketId: string, channel: string]
  | ['send', socketId: string]
  | ['ping', socketId: string]
  | ['publish', topic: string, exceptId: string | null]
  | ['subscribe', socketId: string, topic: string]
  | ['unsubscribe', socketId: string, topic: string]
  | ['close', socketId: string, code: number | null, reason: string | null]
  | ['terminate', socketId: string]
  | ['beat'];

/** Heads of frames from that server to the home. */
export type ToHome =
  | ['found', socketId: string, network: string, origin: string | null]
  | ['missing', socketId: string]
  | ['message', socketId: string]
  | ['closed', socketId: string]
  | ['beat'];

/** Longest part of a frame. A character takes three bytes at most, so a part is below the limit of a message. */
const MAX_PART_LENGTH = 512 * 1024;

const LAST = '.';
const MORE = '+';

/** Both ends of a link send a beat at this interval. After `SILENCE_MS` without one, the link counts as dead. */
export const BEAT_MS = 5_000;
export const SILENCE_MS = 15_000;

/** Sends a frame in parts. None ends inside of a surrogate pair. */
export function sendFrame(
  { send }: { send(part: string): unknown },
  head: ToClients | ToHome,
  text = '',
): void {
  const frame = `${JSON.stringify(head)}\n${text}`;
  let from = 0;
  while (frame.length - from > MAX_PART_LENGTH) {
    const end = from + MAX_PART_LENGTH;
    const isInside = (frame.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const to = isInside ? end - 1 : end;
    send(MORE + frame.slice(from, to));
    from = to;
  }
  send(LAST + frame.slice(from));
}

/** Puts the parts of frames together. */
export class FrameReader<Head extends ToClients | ToHome> {
  #parts: string[] = [];

  /** The frame that ends with this part, if one does. */
  read(part: string): { head: Head; text: string } | undefined {
    this.#parts.push(part.slice(1));
    if (part[0] === MORE) return undefined;
    const frame = this.#parts.length === 1 ? (this.#parts[0] as string) : this.#parts.join('');
    this.#parts = [];
    const end = frame.indexOf('\n');
    return { head: JSON.parse(frame.slice(0, end)), text: frame.slice(end + 1) };
  }
}

/** What the home of a tenant tells the server that has the clients. A text may follow, which is passed on as it is. */
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

/** And what that server tells the home. */
export type ToHome =
  | ['found', socketId: string, network: string, origin: string | null]
  | ['missing', socketId: string]
  | ['message', socketId: string]
  | ['closed', socketId: string]
  | ['beat'];

/** Longest part of a frame: in bytes, three times as much is below the limit of a message. */
const MAX_PART_LENGTH = 512 * 1024;

const LAST = '.';
const MORE = '+';

/** Both ends of a link say something so often; silence for longer than `SILENCE_MS` means that it is dead. */
export const BEAT_MS = 5_000;
export const SILENCE_MS = 15_000;

/** Sends a frame in parts, none of which ends within a character. */
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

/** Puts frames together. */
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

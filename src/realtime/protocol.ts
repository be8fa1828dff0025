/**
 * Close codes of version 7 of the Pusher protocol. After 4000-4099 clients do not connect again, after 4100-4199 they do so
 * after a second, after 4200-4299 at once. Do not refuse a connection with 4200-4299: the client would try again without a
 * pause. After a failed connection, or an answer that opens no websocket, pusher-js tries again after 15 seconds.
 */
export const CODES = {
  unknownApp: 4001,
  wrongVersion: 4007,
  noVersion: 4008,
  unauthorized: 4009,
  overCapacity: 4100,
  stopping: 4101,
  reconnect: 4200,
  noPong: 4201,
  rejected: 4301,
} as const;

export type Code = (typeof CODES)[keyof typeof CODES];

/** A message of the server. The protocol wants its data as JSON text inside the JSON. */
export function encodeMessage(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, ...(channel !== undefined && { channel }), data: JSON.stringify(data) });
}

/** An error of the connection or of a client's message; its data is an object, not a text. */
export function encodeError(code: Code | null, message: string): string {
  return JSON.stringify({ event: 'pusher:error', data: { code, message } });
}

/** A message of a client. */
export interface ClientMessage {
  event: string;
  channel: string | undefined;
  /** The JSON text of its data, as sent. Undefined for a message without data. */
  dataText: string | undefined;
  data: unknown;
}

const USUAL_HEAD = /^\{"event":"([\w.:-]+)","data":/;
const USUAL_TAIL = /^,"channel":"([\w.:-]+)"\}$/;
const TAIL_START = ',"channel":"';

/** Reads a client's message. Undefined unless it is a JSON object with an event. */
export function readMessage(text: string): ClientMessage | undefined {
  return readUsual(text) ?? readAny(text);
}

/** The usual form of client events: the data is cut out and passed on byte for byte. */
function readUsual(text: string): ClientMessage | undefined {
  const head = USUAL_HEAD.exec(text);
  const end = head === null ? -1 : text.lastIndexOf(TAIL_START);
  const tail = end === -1 ? null : USUAL_TAIL.exec(text.slice(end));
  if (head === null || tail === null) return undefined;
  const dataText = text.slice(head[0].length, end);
  const parsed = parse(dataText);
  if (parsed === undefined) return undefined;
  return { event: head[1] as string, channel: tail[1] as string, dataText, data: parsed.value };
}

function readAny(text: string): ClientMessage | undefined {
  const message = parse(text)?.value;
  if (typeof message !== 'object' || message === null) return undefined;
  const { event, channel, data } = message as Record<string, unknown>;
  if (typeof event !== 'string') return undefined;
  return {
    event,
    channel: typeof channel === 'string' ? channel : undefined,
    dataText: data === undefined ? undefined : JSON.stringify(data),
    data,
  };
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A client's event for the other clients: its data unchanged, with the id of the user from the signed authorization. */
export function encodeClientEvent(
  { event, dataText }: ClientMessage,
  channel: string,
  userId: string,
): string {
  const data = dataText === undefined ? '' : `"data":${dataText},`;
  return `{"event":${JSON.stringify(event)},"channel":${JSON.stringify(channel)},${data}"user_id":${JSON.stringify(userId)}}`;
}

const TEMPLATE_CHANNEL = 'presence-template.';

/** The name of the channel for the editors of a template. */
export function channelOfTemplate(templateId: string): string {
  return TEMPLATE_CHANNEL + templateId;
}

/** The id of the template whose editors use this channel. Undefined for other channels. */
export function templateOfChannel(channel: string): string | undefined {
  if (!channel.startsWith(TEMPLATE_CHANNEL)) return undefined;
  return channel.slice(TEMPLATE_CHANNEL.length) || undefined;
}

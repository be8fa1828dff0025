import type { TemplatePage } from '../features/templates/index.ts';
import { type Contested, describeKeys, keysOf, PLACES } from './keys.ts';
import { type ClientOperation, parseOperation, WHOLE } from './replay.ts';

/** An operation that was sent to members. */
export interface SentOperation {
  serial: number;
  /** Its socket. Undefined: the server. */
  sender: object | undefined;
  /** The only socket to which the server has sent it. The other members show its result already. */
  recipient: object | undefined;
  /** The last operation that its sender had received when this one arrived. */
  received: number;
  /** JSON text of the operation, as clients of the older spelling write it. */
  text: string;
  /** Whether it adds, moves or deletes a block. */
  setsPlaces: boolean;
}

/** An operation that a room keeps. */
export interface Entry extends SentOperation {
  /** The page of the sender. */
  page: TemplatePage | undefined;
  /** See `subjectOf`. */
  subject: string | undefined;
  /** Sockets to which the server has not sent it, because their pages have saved what it sets. */
  excepted: ReadonlySet<object> | undefined;
  /** A version contains it. It is kept until all members have received it, because `findContested` compares it. */
  isSaved: boolean;
}

/** An operation replaces the one before it of the same sender and subject: typing sends many. */
export function subjectOf({ operation, data }: ClientOperation): string | undefined {
  if (operation === WHOLE) return WHOLE;
  const names = Object.keys(Object(data.updates)).join(' ');
  return operation === 'update_block' ? `${data.block_id} ${names}` : undefined;
}

/** The key of a whole content. */
const WHOLE_KEY = 'whole';

/**
 * Finds values that were set by operations whose senders had not received each other's. Each page applied its own operation
 * first, so pages may show different values. `operations`: in the order of arrival. `arePlacesContested`: see `Room`.
 */
export function findContested(
  operations: Iterable<SentOperation>,
  arePlacesContested: boolean,
): Contested | undefined {
  /** By key, the last operation of each sender, and of the server to each member. */
  const last = new Map<string, Map<object, SentOperation>>();
  const presence = new Set<string>();
  const contested = new Set<string>();
  const isCrossed = (key: string, later: SentOperation) =>
    last
      .get(key)
      ?.values()
      .some((earlier) => areCrossed(earlier, later)) === true;
  for (const one of operations) {
    const { operation, data } = parseOperation(one.text);
    const isWhole = operation === WHOLE;
    const keys = isWhole ? [WHOLE_KEY] : keysOf(operation, data);
    if (operation === 'add_block' || operation === 'delete_block') for (const key of keys) presence.add(key);
    for (const key of isWhole ? last.keys() : keys)
      if (isCrossed(key, one) || isCrossed(WHOLE_KEY, one)) contested.add(key);
    for (const key of keys) last.set(key, (last.get(key) ?? new Map()).set(addressOf(one), one));
  }
  const places = arePlacesContested || (contested.has(PLACES) && last.has(WHOLE_KEY));
  return describeKeys(contested, { presence, places, whole: contested.has(WHOLE_KEY) });
}

/**
 * Whether members may show different orders of blocks after this operation, because one of the earlier ones crossed it, or
 * because it is sent to one member alone, who may have other blocks in between.
 */
export function contestsPlaces(earlier: Iterable<SentOperation>, later: SentOperation): boolean {
  const isAlone = later.recipient !== undefined;
  const isDoubtful = (one: SentOperation) => (isAlone ? one.sender !== undefined : areCrossed(one, later));
  return later.setsPlaces && [...earlier].some((one) => one.setsPlaces && isDoubtful(one));
}

const SERVER = {};

const addressOf = ({ sender, recipient }: SentOperation): object => recipient ?? sender ?? SERVER;

/** Whether a member may have applied the later operation first. The server sends operations in the order of arrival. */
function areCrossed(earlier: SentOperation, later: SentOperation): boolean {
  if (earlier.sender === later.sender && earlier.recipient === later.recipient) return false;
  // The member that it is sent to may show its own operation or this one.
  if (later.recipient !== undefined) return earlier.sender === later.recipient;
  // The server sends it to all members after the earlier operation.
  if (later.sender === undefined) return false;
  if (earlier.recipient !== undefined && earlier.recipient !== later.sender) return false;
  return earlier.serial > later.received;
}

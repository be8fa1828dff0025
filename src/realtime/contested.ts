import type { TemplatePage } from '../features/templates/index.ts';
import { type Contested, describeKeys, keysOf, PLACES } from './keys.ts';

/** An operation that members were sent. */
export interface SentOperation {
  serial: number;
  /** Its socket. Undefined: the server. */
  sender: object | undefined;
  /** The only socket to which the server has sent it: the others show it already. */
  recipient: object | undefined;
  /** The last operation that its sender had received for sure when it arrived. */
  heard: number;
  /** JSON text of the operation, as clients of the older spelling write it. */
  text: string;
}

/** An operation that a room keeps. */
export interface Entry extends SentOperation {
  /** The page of the sender. */
  page: TemplatePage | undefined;
  /** Operations of a sender that follow each other with the same subject replace each other, such as those of typing. */
  subject: string | undefined;
  /** Sockets to which the server has not sent it, because their pages have saved what it sets. */
  excepted: ReadonlySet<object> | undefined;
  /** A version has it. It is kept until all members have received it, see `findContested`. */
  isSaved: boolean;
}

/** Of an operation that replaces everything. */
const WHOLE = 'whole';

/**
 * Finds what operations have set whose senders did not have each other's yet: each applied its own operation first, so they
 * may show it differently. The operations are in the order of their arrival.
 */
export function findContested(operations: Iterable<SentOperation>): Contested | undefined {
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
    const { operation, data } = Object(JSON.parse(one.text)) as { operation?: unknown; data?: unknown };
    const isWhole = operation === 'set_content';
    const keys = isWhole ? [WHOLE] : keysOf(operation, Object(data));
    if (operation === 'add_block' || operation === 'delete_block') for (const key of keys) presence.add(key);
    for (const key of isWhole ? last.keys() : keys)
      if (isCrossed(key, one) || isCrossed(WHOLE, one)) contested.add(key);
    for (const key of keys) last.set(key, (last.get(key) ?? new Map()).set(addressOf(one), one));
  }
  const places = contested.has(PLACES) && last.has(WHOLE);
  return describeKeys(contested, { presence, places, whole: contested.has(WHOLE) });
}

const SERVER = {};

const addressOf = ({ sender, recipient }: SentOperation): object => recipient ?? sender ?? SERVER;

/** Whether a member may have applied these in the other order. All receive what others send in the order of arrival. */
function areCrossed(earlier: SentOperation, later: SentOperation): boolean {
  if (earlier.sender === later.sender && earlier.recipient === later.recipient) return false;
  // It reaches only one member, after the earlier operation.
  if (later.recipient !== undefined) return earlier.sender !== undefined;
  // Of the server: it reaches all members after the earlier operation.
  if (later.sender === undefined) return false;
  if (earlier.recipient !== undefined && earlier.recipient !== later.sender) return false;
  return earlier.serial > later.heard;
}

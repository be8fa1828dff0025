/** What several members have set in the same time: each applied its own operation first, so they may show it differently. */
export interface Contested {
  /** Ids of blocks, and whether they are there at all is contested too. */
  blocks: Map<string, { isPresence: boolean }>;
  /** Names of settings. */
  settings: Set<string>;
  /** Whether one has replaced the content while another changed places. */
  places: boolean;
  /** Whether several have replaced the content. */
  whole: boolean;
}

interface SentOperation {
  serial: number;
  sender: object | undefined;
  recipient: object | undefined;
  heard: number;
  text: string;
}

const PLACES = 'places';
/** Of an operation that replaces everything. */
const WHOLE = 'whole';

/** Finds what operations have set whose senders did not have each other's yet. They are in the order of their arrival. */
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
  if (contested.size === 0) return undefined;
  const named = (kind: string) =>
    [...contested].filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));
  const blocks = named('block ').map((id) => [id, { isPresence: presence.has(`block ${id}`) }] as const);
  const isReplaced = last.has(WHOLE);
  return {
    blocks: new Map(blocks),
    settings: new Set(named('setting ')),
    places: contested.has(PLACES) && isReplaced,
    whole: contested.has(WHOLE),
  };
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

function keysOf(operation: unknown, data: Record<string, unknown>): string[] {
  const { block_id, block, updates } = data;
  if (operation === 'update_settings') return Object.keys(Object(updates)).map((name) => `setting ${name}`);
  const id = operation === 'add_block' ? Object(block).id : block_id;
  if (typeof id !== 'string') return [];
  if (operation === 'move_block') return [PLACES];
  return operation === 'add_block' || operation === 'delete_block'
    ? [`block ${id}`, PLACES]
    : [`block ${id}`];
}

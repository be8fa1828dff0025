/** What several members have set in the same time: each applied its own operation first, so they may show it differently. */
export interface Contested {
  /** Ids of blocks, and whether they are there at all is contested too. */
  blocks: Map<string, { isPresence: boolean }>;
  /** Names of settings. */
  settings: Set<string>;
  /** Whether one has replaced the content while another changed places. */
  places: boolean;
}

interface SentOperation {
  sender: object | undefined;
  text: string;
}

const PLACES = 'places';

/** Finds what operations of several senders have set. */
export function findContested(operations: readonly SentOperation[]): Contested | undefined {
  if (new Set(operations.map(({ sender }) => sender)).size < 2) return undefined;
  const senders = new Map<string, Set<unknown>>();
  const replacers = new Set<unknown>();
  const presence = new Set<string>();
  for (const { sender, text } of operations) {
    const { operation, data } = Object(JSON.parse(text)) as { operation?: unknown; data?: unknown };
    if (operation === 'set_content') replacers.add(sender);
    for (const key of keysOf(operation, Object(data))) {
      senders.set(key, (senders.get(key) ?? new Set()).add(sender));
      if (operation === 'add_block' || operation === 'delete_block') presence.add(key);
    }
  }
  const isReplaced = (by: ReadonlySet<unknown>) => [...replacers].some((one) => by.size > 1 || !by.has(one));
  const keys = [...senders].filter(([, by]) => by.size > 1 || isReplaced(by)).map(([key]) => key);
  const named = (kind: string) =>
    keys.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));
  const blocks = named('block ').map((id) => [id, { isPresence: presence.has(`block ${id}`) }] as const);
  const places = senders.get(PLACES);
  return {
    blocks: new Map(blocks),
    settings: new Set(named('setting ')),
    places: places !== undefined && isReplaced(places),
  };
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

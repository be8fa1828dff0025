/** What pages may show differently: contested or doubtful values, see realtime.ts. */
export interface Contested {
  /** By id. `isPresence`: some pages may not have the block at all. */
  blocks: Map<string, { isPresence: boolean }>;
  /** Names of settings. */
  settings: Set<string>;
  /** Whether the places of all blocks are contested. */
  places: boolean;
  /** Whether everything is. */
  whole: boolean;
}

/** The key of the order of blocks. */
export const PLACES = 'places';

/** Whether an operation adds, moves or deletes a block. */
export const changesPlaces = (operation: unknown, data: unknown): boolean =>
  keysOf(operation, Object(data)).includes(PLACES);

/** Keys of what an operation sets. None for a whole content. */
export function keysOf(operation: unknown, data: Record<string, unknown>): string[] {
  const { block_id, block, updates } = data;
  if (operation === 'update_settings') return Object.keys(Object(updates)).map((name) => `setting ${name}`);
  const id = operation === 'add_block' ? Object(block).id : block_id;
  if (typeof id !== 'string') return [];
  if (operation === 'move_block') return [PLACES];
  return operation === 'add_block' || operation === 'delete_block'
    ? [`block ${id}`, PLACES]
    : [`block ${id}`];
}

/** The parts that these keys name. `presence`: keys of blocks that some pages may not have. */
export function describeKeys(
  keys: ReadonlySet<string>,
  { presence, places, whole }: { presence: ReadonlySet<string>; places: boolean; whole: boolean },
): Contested | undefined {
  if (keys.size === 0 && !places) return undefined;
  const named = (kind: string) =>
    [...keys].filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));
  const blocks = named('block ').map((id) => [id, { isPresence: presence.has(`block ${id}`) }] as const);
  return { blocks: new Map(blocks), settings: new Set(named('setting ')), places, whole };
}

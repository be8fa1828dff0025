import { blocksOf } from '../../mail/model/index.ts';
import { type EditorContent, toTemplateContent } from './editor-content.ts';
import type { Progress } from './entry.ts';
import type { Member } from './member.ts';
import type { TemplateStore } from './template-store.ts';

/** A save of a tab is kept beside its version at most once in this time. */
const INTERVAL_MS = 60_000;

/** Versions that are read at most, to find out whether a value is in one. */
const MOST_READ = 20;

/** The settings, among the ids of blocks. No block has this id. */
const SETTINGS = '#settings';

/**
 * Finds confirmed saves of which a value is in no version, because another tab replaced it between the making of the save and its
 * version. The history is to have them too.
 */
export class ReplacedSaves {
  /** Tab → time of the last one. */
  readonly #keptAt = new Map<string, number>();

  /** Whether a save is to be kept. `stored`: the version that was made for it; `version`: the one that the tab had. */
  async isKept(
    member: Member,
    { content, tab, time }: { content: EditorContent; tab: Progress; time: number },
    { store, stored, version }: { store: TemplateStore; stored: number; version: number },
  ): Promise<boolean> {
    for (const [id, keptAt] of this.#keptAt) if (keptAt <= time - INTERVAL_MS) this.#keptAt.delete(id);
    if (this.#keptAt.has(member.id)) return false;
    const isCandidate = (id: string) => isReplaced(member, tab, id);
    const missing = await findMissing(content, isCandidate, readBack(store, stored, version));
    if (missing.length === 0) return false;
    this.#keptAt.set(member.id, time);
    return true;
  }
}

/** Whether others have changed a block after a point in the history of a tab. A deletion may be that of its section. */
function isReplaced(member: Member, { received }: Progress, id: string): boolean {
  for (const { op, from, to } of member.messages.backTo(received)) {
    if (to !== undefined || from === member.id) continue;
    const { operation, data } = op;
    if (data.block_id === id || operation === 'delete_block' || operation === 'set_content') return true;
    if (id === SETTINGS && operation === 'update_settings') return true;
  }
  return false;
}

/** Blocks, and the settings, whose values are in none of other contents. These are read only as far as that is needed. */
export async function findMissing(
  content: EditorContent,
  isCandidate: (id: string) => boolean,
  others: AsyncIterable<EditorContent>,
): Promise<string[]> {
  let parts = [...partsOf(content)].filter(([id]) => isCandidate(id));
  if (parts.length === 0) return [];
  for await (const other of others) {
    const present = partsOf(other);
    parts = parts.filter(([id, part]) => !Bun.deepEquals(part, present.get(id)));
    if (parts.length === 0) return [];
  }
  return parts.map(([id]) => id);
}

/** The values of each block without the blocks inside, by its id. */
const partsOf = (content: EditorContent): Map<string, unknown> =>
  new Map<string, unknown>([
    ...blocksOf(toTemplateContent(content)).map(
      ({ children: _children, ...own }) => [own.id, own] as [string, unknown],
    ),
    [SETTINGS, content.settings],
  ]);

/** The contents of the versions that a tab has not received, the last one first. */
export async function* readBack(
  store: TemplateStore,
  last: number,
  received: number,
): AsyncGenerator<EditorContent> {
  for (let version = last; version > last - MOST_READ && version >= received; version -= 1) {
    const found = await store.find(version);
    if (found !== undefined) yield found.content;
  }
}

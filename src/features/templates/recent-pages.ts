import { type ByteCache, createByteCache } from '../../platform/byte-cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { perApplication } from '../../platform/per-application.ts';

/** Bytes of pages kept, with the answers made of them. */
const MAX_BYTES = 16 * 1024 * 1024;

/** What a page weighs, roughly: its rows as objects and as JSON. */
const BYTES_PER_PAGE = 1024;
const BYTES_PER_ITEM = 512;

/** Tenants whose changes are counted; beyond that everything is forgotten and counting starts over. */
const MAX_TENANTS = 100_000;

/** Pages of one tenant's lists, by what was asked for. */
export interface TenantPages<Page> {
  recall(question: string): Page | undefined;
  remember(question: string, page: Page): void;
}

interface Memory {
  pages: ByteCache<unknown>;
  /** How often each tenant's templates have changed. */
  changes: Map<number, number>;
}

const memoryOf = perApplication((deps) => {
  const memory: Memory = { pages: createByteCache(MAX_BYTES), changes: new Map() };
  deps.events.subscribe((event, scope) => {
    if (!event.type.startsWith('template.') || scope.kind !== 'tenant') return;
    if (memory.changes.size >= MAX_TENANTS) {
      memory.changes.clear();
      memory.pages = createByteCache(MAX_BYTES);
    }
    const { id } = scope.tenant;
    memory.changes.set(id, (memory.changes.get(id) ?? 0) + 1);
  });
  return memory;
});

/**
 * The pages of lists a tenant has read since its templates last changed: the very same objects, so that a surface can
 * keep what it makes of them. To be taken before the database is read: what is remembered after a change is not found.
 */
export function recentPagesOf<Page extends { items: unknown[] }>(
  deps: Deps,
  tenantId: number,
): TenantPages<Page> {
  const { pages, changes } = memoryOf(deps);
  const state = `${tenantId} ${changes.get(tenantId) ?? 0}`;
  return {
    recall: (question) => pages.get(`${state} ${question}`) as Page | undefined,
    remember(question, page) {
      pages.set(`${state} ${question}`, page, BYTES_PER_PAGE + page.items.length * BYTES_PER_ITEM);
    },
  };
}

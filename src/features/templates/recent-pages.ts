import type { Deps } from '../../platform/deps.ts';

/** Tenants whose pages are kept, and pages of each: at most some 20 MB, with the answers made of them. */
const MAX_TENANTS = 200;
const MAX_PAGES_PER_TENANT = 10;

/** Pages of one tenant's lists, by what was asked for. */
export interface TenantPages<Page> {
  recall(question: string): Page | undefined;
  remember(question: string, page: Page): void;
}

type PagesByTenant = Map<number, Map<string, unknown>>;

const memories = new WeakMap<Deps, PagesByTenant>();

/**
 * The pages of lists a tenant has read since its templates last changed: the very same objects, so that a surface can
 * keep what it makes of them. To be taken before the database is read: what is remembered after a change is lost.
 */
export function recentPagesOf<Page>(deps: Deps, tenantId: number): TenantPages<Page> {
  const pages = pagesOf(memoryOf(deps), tenantId) as Map<string, Page>;
  return {
    recall: (question) => pages.get(question),
    remember(question, page) {
      if (pages.size >= MAX_PAGES_PER_TENANT) pages.clear();
      pages.set(question, page);
    },
  };
}

function pagesOf(memory: PagesByTenant, tenantId: number): Map<string, unknown> {
  let pages = memory.get(tenantId);
  if (pages === undefined) {
    pages = new Map();
    if (memory.size >= MAX_TENANTS) memory.delete(memory.keys().next().value as number);
    memory.set(tenantId, pages);
  }
  return pages;
}

function memoryOf(deps: Deps): PagesByTenant {
  const known = memories.get(deps);
  if (known !== undefined) return known;
  const memory: PagesByTenant = new Map();
  memories.set(deps, memory);
  deps.events.subscribe((event, scope) => {
    if (event.type.startsWith('template.') && scope.kind === 'tenant') memory.delete(scope.tenant.id);
    else if (event.type === 'tenant.deleted') memory.clear();
  });
  return memory;
}

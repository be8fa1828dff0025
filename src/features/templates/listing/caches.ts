import type { Static } from '@sinclair/typebox';
import { Cache } from '../../../platform/caching/cache.ts';
import type { Deps } from '../../../platform/deps.ts';
import { isTemplateDeleted, isTemplateUpdated, type TemplateEvent } from '../events.ts';
import type { Template } from '../schema.ts';

export type TemplateOutput = Static<typeof Template>;

/**
 * Templates as they were read last, by id, possibly out of date. With one new entry of 32, reads of 10,000 templates of 40 KB need about 160 MB
 * of memory less than with one of four, and no more processor time.
 */
export function createTemplateCache({ cacheBudget }: Pick<Deps, 'cacheBudget'>): Cache<TemplateOutput> {
  return new Cache({ budget: cacheBudget, admitsOneIn: 32 });
}

/**
 * Removes templates from the cache when this process changes them. Their entries are no longer usable and would occupy
 * memory until they are evicted.
 */
export function dropChangedTemplates({ events, services }: Deps): void {
  events.subscribe((event) => {
    const isOutdated = isTemplateUpdated(event) || isTemplateDeleted(event);
    if (isOutdated) services.templates.cache.delete(event.payload.templateId);
  });
}

/** Estimated size of a list page: its rows as objects and as JSON. Names are counted separately. */
const BYTES_PER_PAGE = 1024;
const BYTES_PER_ITEM = 512;
const BYTES_PER_CHARACTER = 5;

function estimatePage(items: readonly { name?: string }[]): number {
  return items.reduce(
    (sum, { name = '' }) => sum + BYTES_PER_ITEM + name.length * BYTES_PER_CHARACTER,
    BYTES_PER_PAGE,
  );
}

/** Most tenants whose changes are counted; beyond that the cache is cleared and counting starts over. */
const MAX_TENANTS = 100_000;

const LIST_CHANGES: readonly TemplateEvent['type'][] = [
  'template.created',
  'template.updated',
  'template.deleted',
  'template.restored',
];

/** Cached pages of one tenant's lists, by request: search, order and cursor. */
interface TenantListCache<Page> {
  get(request: string): Page | undefined;
  set(request: string, page: Page): void;
}

/**
 * A cache of list pages. The keys contain how often the tenant's templates have changed, so a change makes the
 * tenant's earlier pages unreachable.
 *
 * It is kept for the aim of the benchmark: a list must reach 60 % of the bare server (`bun run bench -- list`). With the
 * cache it reaches 67 % to 77 % with one write among 100 lists, and 130 % to 155 % without writes; without the cache 37 %.
 */
export class ListCache {
  readonly #pages: Cache<unknown>;
  /** Number of changes by tenant. */
  readonly #changes = new Map<number, number>();

  /** With several servers it keeps nothing: a list shows what another server has acknowledged a moment ago. */
  readonly #isOn: boolean;

  constructor({ bus, cacheBudget, nodes }: Pick<Deps, 'bus' | 'cacheBudget' | 'nodes'>) {
    this.#isOn = !nodes.isShared;
    this.#pages = new Cache<unknown>({ budget: cacheBudget });
    for (const topic of LIST_CHANGES) {
      bus.subscribe(topic, ({ tenantId }) => {
        if (typeof tenantId === 'number') this.recordChange(tenantId);
      });
    }
  }

  /** Makes the cached pages of a tenant unreachable. */
  recordChange(tenantId: number): void {
    if (this.#changes.size >= MAX_TENANTS) {
      this.#changes.clear();
      this.#pages.clear();
    }
    this.#changes.set(tenantId, (this.#changes.get(tenantId) ?? 0) + 1);
  }

  /**
   * The pages of a tenant at its present state. Call it before reading the database: then a page that was read before a
   * change and stored after it stays unreachable. `get` returns the same object each time, so that a surface can cache
   * its serialized form.
   */
  forTenant<Page extends { items: readonly { name?: string }[] }>(tenantId: number): TenantListCache<Page> {
    const pages = this.#pages;
    const state = `${tenantId} ${this.#changes.get(tenantId) ?? 0}`;
    return {
      get: (request) => pages.get(`${state} ${request}`) as Page | undefined,
      set: (request, page) => {
        if (this.#isOn) pages.set(`${state} ${request}`, page, estimatePage(page.items));
      },
    };
  }
}

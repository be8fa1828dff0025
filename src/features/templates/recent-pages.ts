import { Cache } from '../../platform/cache.ts';
import type { EventBus } from '../../platform/events.ts';

/** Bytes of pages kept, with the answers made of them. */
const MAX_BYTES = 16 * 1024 * 1024;

/** What a page weighs, roughly: its rows as objects and as JSON. */
const BYTES_PER_PAGE = 1024;
const BYTES_PER_ITEM = 512;

/** Tenants whose changes are counted; beyond that everything is forgotten and counting starts over. */
const MAX_TENANTS = 100_000;

/** Pages of one tenant's lists, by what was asked for. */
export interface TenantPages<Page> {
  get(question: string): Page | undefined;
  set(question: string, page: Page): void;
}

/** A cache of the pages of lists, valid until the tenant's templates change. */
export class TemplatePages {
  #pages = new Cache<unknown>({ maxBytes: MAX_BYTES });
  /** How often each tenant's templates have changed: a part of the keys. */
  readonly #changes = new Map<number, number>();

  constructor(events: EventBus) {
    events.subscribe((event, scope) => {
      if (!event.type.startsWith('template.') || scope.kind !== 'tenant') return;
      if (this.#changes.size >= MAX_TENANTS) {
        this.#changes.clear();
        this.#pages = new Cache<unknown>({ maxBytes: MAX_BYTES });
      }
      const { id } = scope.tenant;
      this.#changes.set(id, (this.#changes.get(id) ?? 0) + 1);
    });
  }

  /**
   * The pages a tenant has read since its templates last changed: the very same objects, so that a surface can keep what
   * it makes of them. Call it before reading the database: a page stored after a change is then not found.
   */
  of<Page extends { items: unknown[] }>(tenantId: number): TenantPages<Page> {
    const pages = this.#pages;
    const state = `${tenantId} ${this.#changes.get(tenantId) ?? 0}`;
    return {
      get: (question) => pages.get(`${state} ${question}`) as Page | undefined,
      set(question, page) {
        pages.set(`${state} ${question}`, page, BYTES_PER_PAGE + page.items.length * BYTES_PER_ITEM);
      },
    };
  }
}

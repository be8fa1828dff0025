import type { Static } from '@sinclair/typebox';
import { Cache } from '../../platform/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TemplateEvent } from './events.ts';
import { toTemplate } from './output.ts';
import type { TemplateRow, TemplateWithContent } from './queries.ts';
import type { Template } from './schema.ts';

export type TemplateOutput = Static<typeof Template>;

/** Bytes of content kept in memory; with the answers made of it, about twice that. */
export const MAX_TEMPLATE_CACHE_BYTES = 16 * 1024 * 1024;

/** What remembering a template takes beside its content: without it, small ones could pile up without end. */
const BYTES_PER_TEMPLATE = 1024;

/**
 * The output of a template that was read before and is still at that version: the very same object, so that a surface
 * can keep what it makes of it. `row` has just been read within the caller's scope; only its content is remembered.
 */
export function getCachedTemplate(deps: Deps, row: TemplateRow): TemplateOutput | undefined {
  return deps.services.templates.read.get(keyOf(row));
}

/** Remembers a template as it is at this version; a version never changes. */
export function cacheTemplate(deps: Deps, row: TemplateWithContent): TemplateOutput {
  const output = toTemplate(row);
  deps.services.templates.read.set(keyOf(row), output, row.json.byteLength + BYTES_PER_TEMPLATE);
  return output;
}

function keyOf({ id, version }: TemplateRow): string {
  return `${id} ${version}`;
}

/** Bytes of pages kept, with the answers made of them. */
const MAX_BYTES = 16 * 1024 * 1024;

/** What a page weighs, roughly: its rows as objects and as JSON. */
const BYTES_PER_PAGE = 1024;
const BYTES_PER_ITEM = 512;

/** Tenants whose changes are counted; beyond that everything is forgotten and counting starts over. */
const MAX_TENANTS = 100_000;

/** A message of another server can get lost. */
const MAX_AGE_MS = 10_000;

const LIST_CHANGES: readonly TemplateEvent['type'][] = [
  'template.created',
  'template.updated',
  'template.deleted',
];

/** Pages of one tenant's lists, by what was asked for. */
export interface TenantPages<Page> {
  get(question: string): Page | undefined;
  set(question: string, page: Page): void;
}

/** A cache of the pages of lists, valid until the tenant's templates change. */
export class TemplatePages {
  readonly #pages: Cache<unknown>;
  /** How often each tenant's templates have changed: a part of the keys. */
  readonly #changes = new Map<number, number>();

  constructor({ bus, clock }: Pick<Deps, 'bus' | 'clock'>) {
    const invalidation = { bus, clock, topics: [], maxAgeMs: MAX_AGE_MS };
    this.#pages = new Cache<unknown>({ maxBytes: MAX_BYTES, invalidation });
    for (const topic of LIST_CHANGES) {
      bus.subscribe(topic, ({ tenantId }) => {
        if (typeof tenantId === 'number') this.#countChange(tenantId);
      });
    }
  }

  #countChange(tenantId: number): void {
    if (this.#changes.size >= MAX_TENANTS) {
      this.#changes.clear();
      this.#pages.clear();
    }
    this.#changes.set(tenantId, (this.#changes.get(tenantId) ?? 0) + 1);
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

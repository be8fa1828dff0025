import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import type { ArchivedFilter, TemplateFilters } from './filter-queries.ts';
import { readPage } from './list-page.ts';
import type { Position } from './list-queries.ts';

/** Templates that a change of many goes through, in the order of their creation. */
export interface ChosenTemplates {
  /** `position`: where to go on after it. */
  templates: { id: string; position: Position }[];
  /** Whether there may be more after the last one; `next` is where to go on. */
  next: Position | undefined;
}

/** The next templates that filters choose, `limit` at most. The search index is brought up to date for filters that need it. */
export async function chooseTemplates(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  {
    filters,
    archived,
    after,
    limit,
  }: { filters: TemplateFilters; archived: ArchivedFilter; after: Position | undefined; limit: number },
): Promise<ChosenTemplates & { isIndexed: boolean }> {
  const needsIndex = filters.blockType !== undefined || filters.linkDomain !== undefined;
  const isIndexed = !needsIndex || (await deps.services.templates.search.catchUp(scope.tenant.id));
  const page = { search: undefined, after, limit };
  const { rows, next } = await readPage({ deps, scope }, { order: 'oldest', archived, filters, ...page });
  return {
    templates: rows.map(({ id, sortKey }) => ({ id, position: [sortKey, id] })),
    next,
    isIndexed,
  };
}

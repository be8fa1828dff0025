import type { TenantContext } from '../../../platform/operation.ts';
import type { ArchivedFilter, TemplateFilters } from './filter-queries.ts';
import { readPage } from './list-page.ts';
import type { Position } from './list-queries.ts';

/** A batch of the templates that a bulk change affects, in the order of their creation. */
interface ChosenTemplates {
  /** `position`: where to continue after the template. */
  templates: { id: string; position: Position }[];
  /** Where to continue after the last one; undefined if there are no more. */
  next: Position | undefined;
}

/** The next templates that match filters, at most `limit`. The search index is updated first if a filter needs it. */
export async function chooseTemplates(
  { deps, scope }: TenantContext,
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

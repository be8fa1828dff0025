import { type Static, Type } from '@sinclair/typebox';
import { invalidField } from '../../../platform/errors.ts';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import { CursorInput, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import { foldName } from '../../../platform/text/names.ts';
import { foldText } from '../../../platform/text/search-folding.ts';
import { type ArchivedFilter, filterCondition, type TemplateFilters } from '../listing/filter-queries.ts';
import { FilterInput, readFilters } from '../listing/filters.ts';
import { type ListPage, readPage } from '../listing/list-page.ts';
import type { TemplateOrder } from '../listing/list-queries.ts';
import { selectListedTemplates } from '../listing/lookup-queries.ts';
import { toListedTemplate } from '../output.ts';
import { ListedTemplate } from '../schema.ts';
import { findMatchingBlocks } from '../search/matching-blocks.ts';
import { findForOrder, searchTemplates } from '../search/search-templates.ts';

const TEMPLATES_PER_PAGE = 25;

const TemplateList = Type.Object({
  ...pageOf(ListedTemplate, TEMPLATES_PER_PAGE).properties,
  search_incomplete: Type.Optional(
    Type.Boolean({
      description:
        'The search index is still being built: only names were searched, and filters by block and link may lack templates.',
    }),
  ),
});
type TemplateList = Static<typeof TemplateList>;

const SORTS = [
  ...(['relevance', 'newest', 'oldest', 'updated', 'name_asc', 'name_desc'] as const),
  ...(['score_desc', 'score_asc', 'exported'] as const),
];

const ListInput = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Words, or "phrases" in quotation marks, that name, texts, links or comments must contain; upper or lower case, with or without accents. Words are found by their beginnings, names by any part.',
      'x-tool-schema': {
        type: 'string',
        description: 'Beginnings of words, or "phrases", in names, texts, links, comments.',
      },
    }),
  ),
  sort: Type.Optional(
    Type.Union(
      SORTS.map((sort) => Type.Literal(sort)),
      {
        description:
          'By creation (newest, oldest), last change (updated), name, last score, last export (exported), or where a search finds the words (relevance). Default: relevance for a search, else newest.',
        'x-tool-schema': {
          type: 'string',
          enum: SORTS,
          description: 'Default: relevance for a search, else newest.',
        },
      },
    ),
  ),
  archived: Type.Union([Type.Literal('false'), Type.Literal('true'), Type.Literal('all')], {
    default: 'false',
    description: 'true: only archived templates; all: those too.',
  }),
  ...FilterInput.properties,
  with_blocks: Type.Optional(
    Type.Boolean({
      description: 'Name the blocks that uses_media, block_type or link_domain match.',
    }),
  ),
  cursor: CursorInput,
});
type ListInput = Static<typeof ListInput>;

export const listTemplates = defineOperation({
  name: 'listTemplates',
  summary: 'List or search templates, 25 a page, without their content',
  scope: 'tenant',
  effect: 'read',
  input: ListInput,
  output: TemplateList,
  async run(context, { with_blocks, ...input }) {
    const page = await list(context, input);
    const { uses_media, block_type, link_domain } = input;
    if (with_blocks !== true) return page;
    const filters = { uses_media, block_type, link_domain };
    if (Object.values(filters).every((value) => value === undefined))
      throw invalidField('with_blocks', 'goes with uses_media, block_type or link_domain.');
    const ids = page.items.map(({ id }) => id);
    const blocks = await findMatchingBlocks(context, ids, filters);
    return { ...page, items: page.items.map((item) => ({ ...item, blocks: blocks.get(item.id) ?? [] })) };
  },
});

async function list(
  context: TenantContext,
  { search: given, sort, archived, cursor, ...input }: Omit<ListInput, 'with_blocks'>,
): Promise<TemplateList> {
  const search = given?.trim() ?? '';
  if (search === '' && sort === 'relevance')
    throw invalidField('sort', 'is for searches. Pass search, or another sort.');
  const filters = await readFilters(context, input);
  if (filters === undefined) return { items: [], per_page: TEMPLATES_PER_PAGE, next_cursor: null };
  const wanted = { sort, archived, filters, cursor };
  const isFiltered = archived !== 'false' || Object.keys(filters).length > 0;
  const audience = isFiltered ? [archived, filters] : [];
  if (search !== '') return searchList(context, { ...wanted, search }, audience);
  if (filters.blockType !== undefined || filters.linkDomain !== undefined)
    return listByFacts(context, wanted, audience);
  return readCached(context, wanted, audience);
}

interface Wanted {
  sort: ListInput['sort'];
  archived: ArchivedFilter;
  filters: TemplateFilters;
  cursor: string | undefined;
}

const orderOf = (sort: Wanted['sort']): TemplateOrder =>
  sort === undefined || sort === 'relevance' ? 'newest' : sort;

const audienceOf = ({ scope }: TenantContext, ...parts: unknown[]) =>
  JSON.stringify(['templates', scope.tenant.id, ...parts]);

async function readCached(context: TenantContext, wanted: Wanted, filters: unknown[]): Promise<TemplateList> {
  const { deps, scope } = context;
  const audience = audienceOf(context, orderOf(wanted.sort), null, ...filters);
  const cache = deps.services.templates.lists.forTenant<TemplateList>(scope.tenant.id);
  const request = `${audience} ${wanted.cursor ?? ''}`;
  const cached = cache.get(request);
  if (cached !== undefined) return cached;
  const output = await readSorted(context, wanted, { audience });
  cache.set(request, output);
  return output;
}

/** Filters by facts need the search index. */
async function listByFacts(
  context: TenantContext,
  wanted: Wanted,
  filters: unknown[],
): Promise<TemplateList> {
  const isIndexed = await context.deps.services.templates.search.catchUp(context.scope.tenant.id);
  const audience = audienceOf(context, orderOf(wanted.sort), null, ...filters);
  const page = await readSorted(context, wanted, { audience });
  return isIndexed ? page : { ...page, search_incomplete: true };
}

async function readSorted(
  { deps, scope }: TenantContext,
  { sort, archived, filters, cursor }: Wanted,
  { audience, search }: { audience: string; search?: string },
): Promise<TemplateList> {
  const { rows, next } = await readPage(
    { deps, scope },
    {
      ...{ order: orderOf(sort), archived, filters, search },
      after: cursor === undefined ? undefined : decodeCursor(deps.urlSigningKey, audience, cursor),
      limit: TEMPLATES_PER_PAGE,
    },
  );
  return { items: rows.map(toListedTemplate), ...endPage({ deps }, audience, next) };
}

const endPage = ({ deps }: Pick<TenantContext, 'deps'>, audience: string, next: ListPage['next']) => ({
  per_page: TEMPLATES_PER_PAGE,
  next_cursor: next === undefined ? null : encodeCursor(deps.urlSigningKey, audience, next),
});

/** While the index is being built, only names are searched, and the answer says so. */
async function searchList(
  context: TenantContext,
  wanted: Wanted & { search: string },
  filters: unknown[],
): Promise<TemplateList> {
  const { deps, scope } = context;
  const { search, sort = 'relevance', archived, cursor } = wanted;
  const isIndexed = await deps.services.templates.search.catchUp(scope.tenant.id);
  const audience = audienceOf(context, sort, foldText(search), isIndexed, ...filters);
  if (!isIndexed) {
    const page = await readSorted(context, wanted, { audience, search: foldName(search) });
    return { ...page, search_incomplete: true };
  }
  if (sort !== 'relevance') {
    const found = findForOrder(scope, search);
    if (found === undefined) return { items: [], ...endPage(context, audience, undefined) };
    return readSorted(context, { ...wanted, filters: { ...wanted.filters, found } }, { audience });
  }
  const { hits, next } = await searchTemplates(context, {
    search,
    after: cursor === undefined ? undefined : decodeCursor(deps.urlSigningKey, audience, cursor),
    limit: TEMPLATES_PER_PAGE,
    filter: filterCondition(scope, archived, wanted.filters),
  });
  const matches = new Map(hits.map(({ templateId, match }) => [templateId, match]));
  const rows = await selectListedTemplates(scope, deps.db.reader, [...matches.keys()]);
  return {
    items: rows.map((row) => ({ ...toListedTemplate(row), match: matches.get(row.id) })),
    ...endPage(context, audience, next),
  };
}

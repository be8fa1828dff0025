import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { invalidField } from '../../../platform/errors.ts';
import { foldName } from '../../../platform/names.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { foldText } from '../../../platform/words.ts';
import { cacheTemplate, getCachedTemplate } from '../caches.ts';
import { templateNotFound } from '../errors.ts';
import { isListed, selectListedTemplates, selectTemplates, type TemplateOrder } from '../list-queries.ts';
import { requirePossibleView, toTemplateSummary, viewContent } from '../output.ts';
import { selectTemplateUnlessKnown } from '../queries.ts';
import { ListedTemplate, TemplateId, ViewedTemplate, ViewInput } from '../schema.ts';
import type { TemplateCondition } from '../search/queries.ts';
import { searchCondition, searchTemplates } from '../search/search-templates.ts';

const TEMPLATES_PER_PAGE = 25;

const TemplatePage = Type.Object({
  ...pageOf(ListedTemplate, TEMPLATES_PER_PAGE).properties,
  search_incomplete: Type.Optional(
    Type.Boolean({
      description:
        'true: the search index is still being built, and only names were searched, for the text as a whole.',
    }),
  ),
});
type TemplatePage = Static<typeof TemplatePage>;

export const getTemplate = defineOperation({
  name: 'getTemplate',
  summary: 'Read a template with its content, or with an outline or chosen blocks of it',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({
    template_id: TemplateId,
    ...ViewInput,
    if_version: Type.Optional(
      Type.Integer({
        description:
          'The version you know: if it is still current, "unchanged" comes back instead of content.',
      }),
    ),
  }),
  output: ViewedTemplate,
  async run({ deps, scope }, { template_id, if_version, ...view }) {
    requirePossibleView(view);
    const isWhole = view.block_ids === undefined && (view.format ?? 'full') === 'full';
    const cached = isWhole ? getCachedTemplate(deps, template_id) : undefined;
    const known = if_version ?? cached?.version;
    const row = await selectTemplateUnlessKnown(scope, deps.db.reader, template_id, known);
    if (row === undefined) throw templateNotFound();
    if (isWhole) deps.services.templates.pages.noteGiven(scope, row.id, row.version);
    if (row.version === if_version) return { ...toTemplateSummary(row), unchanged: true };
    if (cached !== undefined && cached.version === row.version) return cached;
    const json = row.json as Uint8Array;
    if (isWhole) {
      // Requests that read it at the same time share one answer.
      const shared = getCachedTemplate(deps, template_id);
      return shared?.version === row.version ? shared : cacheTemplate(deps, { ...row, json });
    }
    return { ...toTemplateSummary(row), ...viewContent(json, view) };
  },
});

const ListInput = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Words, or "phrases" in quotation marks, that name, texts, links or comments must contain; upper or lower case, with or without accents. Words are found by their beginnings, names by any part.',
    }),
  ),
  sort: Type.Optional(
    Type.Union(
      [
        Type.Literal('relevance'),
        Type.Literal('newest'),
        Type.Literal('oldest'),
        Type.Literal('updated'),
        Type.Literal('name_asc'),
        Type.Literal('name_desc'),
      ],
      {
        description:
          'By creation (newest, oldest), last change (updated), name, or for a search by where the words are: name, text, link, comment (relevance). Without it, a search is sorted by relevance, and other lists newest first.',
      },
    ),
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
  output: TemplatePage,
  async run(context, input) {
    if (input.search !== undefined && input.search.trim() !== '') {
      return searchList(context, { ...input, search: input.search.trim() });
    }
    if (input.sort === 'relevance')
      throw invalidField('sort', 'is for searches. Pass search, or another sort.');
    return readList(context, { ...input, sort: input.sort ?? 'newest' });
  },
});

interface Context {
  deps: Deps;
  scope: TenantScope;
}

async function readList(
  { deps, scope }: Context,
  { sort, cursor }: { sort: TemplateOrder; cursor?: string },
): Promise<TemplatePage> {
  const audience = JSON.stringify(['templates', scope.tenant.id, sort, null]);
  const cache = deps.services.templates.lists.forTenant<TemplatePage>(scope.tenant.id);
  const request = `${audience} ${cursor ?? ''}`;
  const cached = cache.get(request);
  if (cached !== undefined) return cached;
  const output = await readSorted({ deps, scope }, { sort, cursor, audience });
  cache.set(request, output);
  return output;
}

async function readSorted(
  { deps, scope }: Context,
  {
    sort,
    cursor,
    audience,
    ...filters
  }: {
    sort: TemplateOrder;
    cursor?: string | undefined;
    audience: string;
    search?: string;
    condition?: TemplateCondition;
  },
): Promise<TemplatePage> {
  const found = await selectTemplates(scope, deps.db.reader, {
    order: sort,
    search: filters.search,
    condition: filters.condition,
    after: cursor === undefined ? undefined : decodeCursor(deps.urlSigningKey, audience, cursor),
    limit: TEMPLATES_PER_PAGE + 1,
  });
  const { rows, ...page } = cutPage(found, TEMPLATES_PER_PAGE, ({ sortKey, id }) =>
    encodeCursor(deps.urlSigningKey, audience, [sortKey, id]),
  );
  return { items: rows.map(toTemplateSummary), ...page };
}

/** While the index is being built, names are searched, and the answer says so. */
async function searchList(
  { deps, scope }: Context,
  { search, sort = 'relevance', cursor }: ListInput & { search: string },
): Promise<TemplatePage> {
  const { search: indexer } = deps.services.templates;
  const isIndexed = await indexer.catchUp(scope.tenant.id);
  const audience = JSON.stringify(['templates', scope.tenant.id, sort, foldText(search), isIndexed]);
  if (!isIndexed) {
    const order = sort === 'relevance' ? 'newest' : sort;
    const page = await readSorted(
      { deps, scope },
      { sort: order, cursor, audience, search: foldName(search) },
    );
    return { ...page, search_incomplete: true };
  }
  if (sort !== 'relevance') {
    const condition = await searchCondition({ deps, scope }, { search, limit: TEMPLATES_PER_PAGE });
    return readSorted({ deps, scope }, { sort, cursor, audience, condition });
  }
  const { hits, next } = await searchTemplates(
    { deps, scope },
    {
      search,
      after: cursor === undefined ? undefined : decodeCursor(deps.urlSigningKey, audience, cursor),
      limit: TEMPLATES_PER_PAGE,
      filter: isListed,
    },
  );
  const matches = new Map(hits.map(({ templateId, match }) => [templateId, match]));
  const rows = await selectListedTemplates(scope, deps.db.reader, [...matches.keys()]);
  return {
    items: rows.map((row) => ({ ...toTemplateSummary(row), match: matches.get(row.id) })),
    per_page: TEMPLATES_PER_PAGE,
    next_cursor: next === undefined ? null : encodeCursor(deps.urlSigningKey, audience, next),
  };
}

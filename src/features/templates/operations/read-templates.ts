import { type Static, Type } from '@sinclair/typebox';
import { foldName } from '../../../platform/names.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import { cacheTemplate, getCachedTemplate } from '../caches.ts';
import { templateNotFound } from '../errors.ts';
import { selectTemplates } from '../list-queries.ts';
import { requirePossibleView, toTemplateSummary, viewContent } from '../output.ts';
import { selectTemplateUnlessKnown } from '../queries.ts';
import { TemplateId, TemplateSummary, ViewedTemplate, ViewInput } from '../schema.ts';

const TEMPLATES_PER_PAGE = 25;

const TemplatePage = pageOf(TemplateSummary, TEMPLATES_PER_PAGE);
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

export const listTemplates = defineOperation({
  name: 'listTemplates',
  summary: 'List templates, 25 a page, without their content',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({
    search: Type.Optional(
      Type.String({ maxLength: 255, description: 'Text the name must contain, upper or lower case.' }),
    ),
    sort: Type.Union(
      [
        Type.Literal('newest'),
        Type.Literal('oldest'),
        Type.Literal('updated'),
        Type.Literal('name_asc'),
        Type.Literal('name_desc'),
      ],
      { default: 'newest', description: 'By creation (newest, oldest), last change (updated) or name.' },
    ),
    cursor: CursorInput,
  }),
  output: TemplatePage,
  async run({ deps, scope }, { search, sort, cursor }) {
    const folded = search === undefined || search === '' ? undefined : foldName(search);
    const audience = JSON.stringify(['templates', scope.tenant.id, sort, folded ?? null]);
    const cache = deps.services.templates.lists.forTenant<TemplatePage>(scope.tenant.id);
    const request = `${audience} ${cursor ?? ''}`;
    const cached = cache.get(request);
    if (cached !== undefined) return cached;
    const found = await selectTemplates(scope, deps.db.reader, {
      order: sort,
      search: folded,
      after: cursor === undefined ? undefined : decodeCursor(deps.urlSigningKey, audience, cursor),
      limit: TEMPLATES_PER_PAGE + 1,
    });
    const { rows, ...page } = cutPage(found, TEMPLATES_PER_PAGE, ({ sortKey, id }) =>
      encodeCursor(deps.urlSigningKey, audience, [sortKey, id]),
    );
    const output = { items: rows.map(toTemplateSummary), ...page };
    cache.set(request, output);
    return output;
  },
});

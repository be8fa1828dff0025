import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, openCursor, pageOf, sealCursor } from '../../../platform/pagination.ts';
import { templateNotFound } from '../errors.ts';
import { foldName } from '../name.ts';
import { toTemplateSummary } from '../output.ts';
import { selectTemplate, selectTemplates, selectTemplateWithContent } from '../queries.ts';
import { recallTemplate, rememberTemplate } from '../recent-templates.ts';
import { Template, TemplateId, TemplateSummary } from '../schema.ts';

/** SERVICE 8. */
const TEMPLATES_PER_PAGE = 25;

export const getTemplate = defineOperation({
  name: 'getTemplate',
  summary: 'Read a template with its content',
  scope: 'tenant',
  input: Type.Object({ template_id: TemplateId }),
  output: Template,
  async run({ deps, scope }, { template_id }) {
    const current = await selectTemplate(scope, deps.db.reader, template_id);
    if (current === undefined) throw templateNotFound();
    const recent = recallTemplate(deps, current);
    if (recent !== undefined) return recent;
    const row = await selectTemplateWithContent(scope, deps.db.reader, template_id);
    if (row === undefined) throw templateNotFound();
    return rememberTemplate(deps, row);
  },
});

export const listTemplates = defineOperation({
  name: 'listTemplates',
  summary: 'List templates, 25 a page, without their content',
  scope: 'tenant',
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
  output: pageOf(TemplateSummary, TEMPLATES_PER_PAGE),
  async run({ deps, scope }, { search, sort, cursor }) {
    const folded = search === undefined || search === '' ? undefined : foldName(search);
    const audience = JSON.stringify(['templates', scope.tenant.id, sort, folded ?? null]);
    const rows = await selectTemplates(scope, deps.db.reader, {
      order: sort,
      search: folded,
      after: cursor === undefined ? undefined : openCursor(deps.cursorKey, audience, cursor),
      limit: TEMPLATES_PER_PAGE + 1,
    });
    const page = rows.slice(0, TEMPLATES_PER_PAGE);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return {
      items: page.map(toTemplateSummary),
      per_page: TEMPLATES_PER_PAGE,
      next_cursor: last === undefined ? null : sealCursor(deps.cursorKey, audience, [last.sortKey, last.id]),
    };
  },
});

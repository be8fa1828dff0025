import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { templateNotFound } from '../errors.ts';
import { cacheTemplate, getCachedTemplate } from '../listing/caches.ts';
import { requirePossibleView, toTemplateSummary, viewContent } from '../output.ts';
import { isAtVersion, selectTemplateUnlessKnown } from '../queries.ts';
import { TemplateId, ViewedTemplate, ViewInput } from '../schema.ts';

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
        description: 'The version you know; if still current, only "unchanged" comes back.',
      }),
    ),
  }),
  output: ViewedTemplate,
  async run({ deps, scope }, { template_id, if_version, ...view }) {
    requirePossibleView(view);
    const isWhole = view.block_ids === undefined && (view.format ?? 'full') === 'full';
    const { given } = deps.services.templates;
    const cached = isWhole && if_version === undefined ? getCachedTemplate(deps, template_id) : undefined;
    if (cached !== undefined && (await isAtVersion(scope, deps.db.reader, cached))) {
      given.note(scope, template_id, cached.version);
      return cached;
    }
    const row = await selectTemplateUnlessKnown(scope, deps.db.reader, template_id, if_version);
    if (row === undefined) throw templateNotFound();
    if (isWhole) given.note(scope, row.id, row.version);
    if (row.version === if_version) return { ...toTemplateSummary(row), unchanged: true };
    const json = row.json as Uint8Array;
    if (isWhole) {
      // Concurrent requests for it share one answer.
      const shared = getCachedTemplate(deps, template_id);
      return shared?.version === row.version ? shared : cacheTemplate(deps, { ...row, json });
    }
    return { ...toTemplateSummary(row), ...viewContent(json, view) };
  },
});

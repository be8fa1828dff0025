import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { templateNotFound } from '../errors.ts';
import { requirePossibleView, toTemplate, toTemplateSummary, viewContent } from '../output.ts';
import { isAtVersion, selectTemplateUnlessKnown, type TemplateWithContent } from '../queries.ts';
import { type Template, TemplateId, ViewedTemplate, ViewInput } from '../schema.ts';

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
    const { given, cache } = deps.services.templates;
    // It can be of another tenant, or out of date, until a query within the scope finds its version.
    const cached = isWhole && if_version === undefined ? cache.get(template_id) : undefined;
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
      const shared = cache.get(template_id);
      return shared?.version === row.version ? shared : cacheTemplate(deps, { ...row, json });
    }
    return { ...toTemplateSummary(row), ...viewContent(json, view) };
  },
});

/** Estimated overhead of a cached template, so that many small ones are limited too. */
const BYTES_PER_TEMPLATE = 1024;

/** Caches a template. A version never changes, so the entry needs no invalidation. */
export function cacheTemplate(deps: Deps, row: TemplateWithContent): Static<typeof Template> {
  const output = toTemplate(row);
  deps.services.templates.cache.set(row.id, output, row.json.byteLength + BYTES_PER_TEMPLATE);
  return output;
}

import { Type } from '@sinclair/typebox';
import { createId } from '../../../platform/ids.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { changeTemplateCount, planLimitReached, selectTenantUsage } from '../../projects/index.ts';
import { prepareContent } from '../content.ts';
import { templateEvent } from '../events.ts';
import { toStoredName } from '../name.ts';
import { toTemplate } from '../output.ts';
import { insertTemplate, saveContent } from '../queries.ts';
import { ContentInput, Template, TemplateName } from '../schema.ts';

export const createTemplate = defineOperation({
  name: 'createTemplate',
  summary: 'Create a template',
  scope: 'tenant',
  input: Type.Object({ content: ContentInput, name: Type.Optional(TemplateName) }),
  output: Template,
  async run({ deps, scope, emit }, input) {
    const content = prepareContent(scope, input.content);
    const now = deps.clock.now();
    const { max_templates: limit } = scope.plan.limits;
    const row = await deps.db.transaction(async (db) => {
      if (limit !== null && (await selectTenantUsage(scope, db)).templateCount >= limit) {
        throw planLimitReached('templates', limit, scope.plan.name);
      }
      const inserted = {
        id: createId(),
        tenantId: scope.tenant.id,
        ...toStoredName(input.name),
        contentId: await saveContent(scope, db, content),
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      await insertTemplate(db, inserted);
      await changeTemplateCount(scope, db, 1);
      return inserted;
    });
    emit(templateEvent('template.created', row));
    return toTemplate({ ...row, json: content.json });
  },
});

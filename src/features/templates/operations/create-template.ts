import { Type } from '@sinclair/typebox';
import { outlineContent } from '../../../mail/model/index.ts';
import { createId } from '../../../platform/ids.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { changeTemplateCount, planLimitReached, selectTenantUsage } from '../../projects/index.ts';
import { authorOf } from '../author.ts';
import { prepareContent } from '../content.ts';
import { templateActivity, templateEvent } from '../events.ts';
import { toStoredName } from '../name.ts';
import { toTemplate } from '../output.ts';
import { insertTemplate, type TemplateWithContent } from '../queries.ts';
import { saveContent } from '../save-content.ts';
import { AnswerInput, ChangedTemplate, ContentInput, TemplateName } from '../schema.ts';
import { parseContentBytes } from '../view.ts';

export const createTemplate = defineOperation({
  name: 'createTemplate',
  summary: 'Create a template',
  scope: 'tenant',
  input: Type.Object({ content: ContentInput, name: Type.Optional(TemplateName), answer: AnswerInput }),
  output: ChangedTemplate,
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
        contentId: await saveContent({ deps, scope }, db, content),
        contentBy: authorOf(scope),
        contentAt: now,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      await insertTemplate(db, inserted);
      await changeTemplateCount(scope, db, 1);
      await deps.events.announce(templateActivity('template.created', inserted), scope, db);
      return inserted;
    });
    emit(templateEvent('template.created', row));
    const created = { ...row, json: content.json };
    return input.answer === 'full' ? toTemplate(created) : toCreatedSummary(created);
  },
});

/** The outline has the ids that were made, so that nobody has to read the template to go on with it. */
function toCreatedSummary({ id, version, json }: TemplateWithContent) {
  return { id, version, outline: outlineContent(parseContentBytes(json)) };
}

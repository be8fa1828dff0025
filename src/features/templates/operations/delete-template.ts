import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { changeTemplateCount } from '../../projects/index.ts';
import { templateNotFound } from '../errors.ts';
import { templateActivity, templateEvent } from '../events.ts';
import { deleteTemplateRow, selectTemplate } from '../queries.ts';
import { ExpectedVersion, TemplateId } from '../schema.ts';
import { requireVersion } from '../write.ts';

export const deleteTemplate = defineOperation({
  name: 'deleteTemplate',
  summary: 'Delete a template with its history, for good',
  scope: 'tenant',
  input: Type.Object({ template_id: TemplateId, expected_version: ExpectedVersion }),
  output: Type.Object({ id: TemplateId, previous_version: Type.Integer() }),
  async run({ deps, scope, emit }, { template_id, expected_version }) {
    const row = await deps.db.transaction(async (db) => {
      const existing = await selectTemplate(scope, db, template_id);
      if (existing === undefined) throw templateNotFound();
      requireVersion(existing, expected_version);
      await deleteTemplateRow(scope, db, template_id);
      await changeTemplateCount(scope, db, -1);
      await deps.events.announce(templateActivity('template.deleted', existing), scope, db);
      return existing;
    });
    emit(templateEvent('template.deleted', row));
    return { id: template_id, previous_version: row.version };
  },
});

import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { releaseTemplate } from '../../projects/index.ts';
import { ConcurrentChange, templateNotFound } from '../errors.ts';
import { templateDeleted, templateEvent } from '../events.ts';
import { deleteTemplateRow, selectTemplate } from '../queries.ts';
import { ExpectedVersion, TemplateId } from '../schema.ts';
import { requireVersion, transactOnTemplate } from '../template.ts';

export const deleteTemplate = defineOperation({
  name: 'deleteTemplate',
  summary: 'Delete a template with its history, for good',
  scope: 'tenant',
  effect: 'delete',
  input: Type.Object({ template_id: TemplateId, expected_version: ExpectedVersion }),
  output: Type.Object({ id: TemplateId, previous_version: Type.Integer() }),
  async run({ deps, scope, emit }, { template_id, expected_version }) {
    const row = await transactOnTemplate({ deps, scope }, async (db) => {
      const existing = await selectTemplate(scope, db, template_id);
      if (existing === undefined) throw templateNotFound();
      requireVersion(existing, expected_version);
      if (!(await deleteTemplateRow(scope, db, template_id, existing.version))) throw new ConcurrentChange();
      await releaseTemplate(scope, db);
      await deps.events.emitInTransaction(templateDeleted(existing), scope, db);
      return existing;
    });
    emit(templateEvent('template.deleted', row));
    return { id: template_id, previous_version: row.version };
  },
});

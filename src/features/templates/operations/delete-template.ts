import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { templateEvent } from '../events.ts';
import { removeTemplate } from '../organizing/remove.ts';
import { ExpectedVersion, TemplateId } from '../schema.ts';
import { requireTemplate, requireVersion, transactOnTemplate } from '../template.ts';

export const deleteTemplate = defineOperation({
  name: 'deleteTemplate',
  summary: 'Put a template with its history into the trash',
  scope: 'tenant',
  effect: 'delete',
  input: Type.Object({ template_id: TemplateId, expected_version: ExpectedVersion }),
  output: Type.Object({ id: TemplateId, previous_version: Type.Integer() }),
  async run({ deps, scope, emit }, { template_id, expected_version }) {
    const row = await transactOnTemplate({ deps, scope }, async (db) => {
      const existing = await requireTemplate(scope, db, template_id);
      requireVersion(existing, expected_version);
      await removeTemplate({ deps, scope }, db, existing);
      return existing;
    });
    emit(templateEvent('template.deleted', row));
    return { id: template_id, previous_version: row.version };
  },
});

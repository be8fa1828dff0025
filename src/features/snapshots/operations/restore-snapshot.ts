import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import {
  changeTemplate,
  ExpectedVersion,
  requireVersion,
  selectTemplate,
  selectTemplateWithContent,
  Template,
  TemplateId,
  templateEvent,
  templateNotFound,
  toTemplate,
} from '../../templates/index.ts';
import { snapshotNotFound } from '../errors.ts';
import { snapshotRestored } from '../events.ts';
import { selectSnapshot } from '../queries.ts';
import { recordSnapshot } from '../record.ts';
import { SnapshotId } from '../schema.ts';

export const restoreSnapshot = defineOperation({
  name: 'restoreSnapshot',
  summary: 'Restore a template to a snapshot; what it replaces is snapshotted first',
  scope: 'tenant',
  input: Type.Object({ template_id: TemplateId, snapshot_id: SnapshotId, expected_version: ExpectedVersion }),
  output: Template,
  async run({ deps, scope, emit }, { template_id, snapshot_id, expected_version }) {
    const { before, after } = await deps.db.transaction(async (db) => {
      const template = await selectTemplate(scope, db, template_id);
      if (template === undefined) throw templateNotFound();
      requireVersion(template, expected_version);
      const snapshot = await selectSnapshot(scope, db, template_id, snapshot_id);
      if (snapshot === undefined) throw snapshotNotFound();
      const now = deps.clock.now();
      const replaced = {
        templateId: template.id,
        contentId: template.contentId,
        isAutosave: true,
        label: null,
      };
      // Restoring what is there already replaces nothing, so it leaves no trace.
      if (snapshot.contentId !== template.contentId) await recordSnapshot(scope, db, replaced, now);
      const content = { id: snapshot.contentId };
      return { before: template, after: await changeTemplate(scope, db, template, { content }, now) };
    });
    if (after.version !== before.version) {
      emit(templateEvent('template.updated', after));
      emit(snapshotRestored(template_id, snapshot_id));
    }
    const current = await selectTemplateWithContent(scope, deps.db.reader, template_id);
    if (current === undefined) throw templateNotFound();
    return toTemplate(current);
  },
});

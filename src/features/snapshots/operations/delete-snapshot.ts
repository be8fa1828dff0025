import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { TemplateId } from '../../templates/index.ts';
import { snapshotDeleted, snapshotDeletion } from '../events.ts';
import { deleteSnapshotRow } from '../queries.ts';
import { SnapshotId } from '../schema.ts';
import { explainMissing } from '../snapshot.ts';

/** Not offered to agents, because their changes are undone with snapshots. */
export const deleteSnapshot = defineOperation({
  name: 'deleteSnapshot',
  summary: 'Delete a snapshot permanently; the template and its other snapshots stay',
  scope: 'tenant',
  effect: 'delete',
  input: Type.Object({ template_id: TemplateId, snapshot_id: SnapshotId }),
  output: Type.Object({ id: SnapshotId, template_id: TemplateId }),
  async run({ deps, scope, emit }, { template_id, snapshot_id }) {
    await deps.db.transaction(async (db) => {
      const isDeleted = await deleteSnapshotRow(scope, db, template_id, snapshot_id);
      if (!isDeleted) throw await explainMissing(scope, db, template_id);
      const activity = snapshotDeletion({ id: snapshot_id, templateId: template_id });
      await deps.events.emitInTransaction(activity, scope, db);
    });
    emit(snapshotDeleted(template_id, snapshot_id));
    return { id: snapshot_id, template_id };
  },
});

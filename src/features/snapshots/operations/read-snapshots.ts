import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { selectTemplate, TemplateId, templateNotFound } from '../../templates/index.ts';
import { snapshotNotFound } from '../errors.ts';
import { toSnapshot } from '../output.ts';
import { selectSnapshot, selectSnapshots } from '../queries.ts';
import { Snapshot, SnapshotId } from '../schema.ts';

/** SERVICE 8. */
const MAX_LISTED = 50;

export const listSnapshots = defineOperation({
  name: 'listSnapshots',
  summary: 'List up to 50 snapshots of a template with their contents, newest first',
  scope: 'tenant',
  input: Type.Object({ template_id: TemplateId }),
  output: Type.Array(Snapshot, { maxItems: MAX_LISTED }),
  async run({ deps, scope }, { template_id }) {
    const template = await selectTemplate(scope, deps.db.reader, template_id);
    if (template === undefined) throw templateNotFound();
    const rows = await selectSnapshots(scope, deps.db.reader, template_id, MAX_LISTED);
    return rows.map(toSnapshot);
  },
});

export const getSnapshot = defineOperation({
  name: 'getSnapshot',
  summary: 'Read one snapshot with its content',
  scope: 'tenant',
  input: Type.Object({ template_id: TemplateId, snapshot_id: SnapshotId }),
  output: Snapshot,
  async run({ deps, scope }, { template_id, snapshot_id }) {
    const row = await selectSnapshot(scope, deps.db.reader, template_id, snapshot_id);
    if (row === undefined) throw snapshotNotFound();
    return toSnapshot(row);
  },
});

import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import {
  requirePossibleView,
  selectTemplate,
  TemplateId,
  templateNotFound,
  ViewInput,
} from '../../templates/index.ts';
import { snapshotNotFound } from '../errors.ts';
import { toSnapshot, toSnapshotSummary } from '../output.ts';
import { selectSnapshot, selectSnapshotSummaries, selectSnapshots } from '../queries.ts';
import { SnapshotAnswerInput, SnapshotId, ViewedSnapshot } from '../schema.ts';

/** SERVICE 8. */
const MAX_LISTED = 50;

export const listSnapshots = defineOperation({
  name: 'listSnapshots',
  summary: 'List up to 50 snapshots of a template, newest first',
  scope: 'tenant',
  input: Type.Object({ template_id: TemplateId, answer: SnapshotAnswerInput }),
  output: Type.Object({ items: Type.Array(ViewedSnapshot, { maxItems: MAX_LISTED }) }),
  async run({ deps, scope }, { template_id, answer }) {
    const template = await selectTemplate(scope, deps.db.reader, template_id);
    if (template === undefined) throw templateNotFound();
    if (answer === 'compact') {
      const rows = await selectSnapshotSummaries(scope, deps.db.reader, template_id, MAX_LISTED);
      return { items: rows.map(toSnapshotSummary) };
    }
    const rows = await selectSnapshots(scope, deps.db.reader, template_id, MAX_LISTED);
    return { items: rows.map((row) => toSnapshot(row, {})) };
  },
});

export const getSnapshot = defineOperation({
  name: 'getSnapshot',
  summary: 'Read one snapshot with its content, or as much of it as is wanted',
  scope: 'tenant',
  input: Type.Object({ template_id: TemplateId, snapshot_id: SnapshotId, ...ViewInput }),
  output: ViewedSnapshot,
  async run({ deps, scope }, { template_id, snapshot_id, ...view }) {
    requirePossibleView(view);
    const row = await selectSnapshot(scope, deps.db.reader, template_id, snapshot_id);
    if (row !== undefined) return toSnapshot(row, view);
    const template = await selectTemplate(scope, deps.db.reader, template_id);
    throw template === undefined ? templateNotFound() : snapshotNotFound();
  },
});

import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import {
  requirePossibleView,
  selectTemplate,
  TemplateId,
  templateNotFound,
  ViewInput,
} from '../../templates/index.ts';
import { compareStates } from '../comparison.ts';
import { selectSnapshot, selectSnapshotSummaries, selectSnapshots } from '../queries.ts';
import { ComparedSnapshot, SnapshotAnswerInput, SnapshotId, ViewedSnapshot } from '../schema.ts';
import { explainMissing, readState, toSnapshot, toSnapshotSummary } from '../snapshot.ts';

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
  summary: 'Read one snapshot with its content, or with an outline or chosen blocks of it',
  scope: 'tenant',
  input: Type.Object({
    template_id: TemplateId,
    snapshot_id: SnapshotId,
    ...ViewInput,
    diff_with: Type.Optional(
      Type.String({
        description:
          '"now" or another snapshot’s id: returns what changed from this snapshot to that, and no content unless format or block_ids asks for it.',
      }),
    ),
  }),
  output: ComparedSnapshot,
  async run({ deps, scope }, { template_id, snapshot_id, diff_with, ...view }) {
    requirePossibleView(view);
    const row = await selectSnapshot(scope, deps.db.reader, template_id, snapshot_id);
    if (row === undefined) throw await explainMissing(scope, deps.db.reader, template_id);
    if (diff_with === undefined) return toSnapshot(row, view);
    const other = await readState(scope, deps.db.reader, template_id, diff_with);
    const { diff } = await compareStates({ deps, scope }, row, other, 'compact');
    const isViewed = view.format !== undefined || view.block_ids !== undefined;
    const snapshot = isViewed ? toSnapshot(row, view) : toSnapshotSummary(row);
    return { ...snapshot, ...(diff !== undefined && { diff }) };
  },
});

import { Type } from '@sinclair/typebox';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import {
  AnswerInput,
  ChangedTemplate,
  changeTemplate,
  ExpectedVersion,
  requireTemplate,
  requireVersion,
  storeCanvasOf,
  TemplateId,
  templateEvent,
  toChangedTemplate,
  transactOnTemplate,
} from '../../templates/index.ts';
import { snapshotNotFound } from '../errors.ts';
import { snapshotActivity, snapshotRestored } from '../events.ts';
import { selectSnapshot } from '../queries.ts';
import { SnapshotId } from '../schema.ts';

export const restoreSnapshot = defineOperation({
  name: 'restoreSnapshot',
  summary: 'Restore a template to a snapshot, after a snapshot of the present content',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({
    template_id: TemplateId,
    snapshot_id: SnapshotId,
    expected_version: ExpectedVersion,
    answer: AnswerInput,
  }),
  output: ChangedTemplate,
  async run({ deps, scope, emit }, { template_id, snapshot_id, expected_version, answer }) {
    const expected = await storeCanvas({ deps, scope }, template_id, expected_version);
    const { before, after } = await transactOnTemplate({ deps, scope }, async (db) => {
      const template = await requireTemplate(scope, db, template_id);
      requireVersion(template, expected);
      const snapshot = await selectSnapshot(scope, db, template_id, snapshot_id);
      if (snapshot === undefined) throw snapshotNotFound();
      const row = await changeTemplate({ deps, scope }, db, template, {
        content: { id: snapshot.contentId },
        describe: ({ version }) => snapshotActivity('snapshot.restored', snapshot, version),
      });
      return { before: template, after: { ...row, json: snapshot.json } };
    });
    if (after.version !== before.version) {
      emit(templateEvent('template.updated', after));
      emit(snapshotRestored(template_id, snapshot_id));
    }
    deps.services.templates.given.recordSaved(scope, after.id, after.version);
    return toChangedTemplate({ before, after, change: 'replaced' }, answer);
  },
});

/** Stores what open editors show, so that the history has it. Returns the version that the template is expected to be at. */
async function storeCanvas(
  { deps, scope }: TenantContext,
  templateId: string,
  expected: number | undefined,
): Promise<number | undefined> {
  const { live } = deps.services.templates;
  if (live === undefined) return expected;
  requireVersion(await requireTemplate(scope, deps.db.reader, templateId), expected);
  const stored = await live.saveCanvas(scope, templateId, storeCanvasOf({ deps, scope }, templateId));
  return expected === undefined ? undefined : (stored ?? expected);
}

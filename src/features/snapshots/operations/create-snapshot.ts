import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import {
  ContentInput,
  prepareSent,
  requireTemplate,
  saveContent,
  TemplateId,
} from '../../templates/index.ts';
import { snapshotNotFound } from '../errors.ts';
import { snapshotActivity, snapshotCreated } from '../events.ts';
import { selectSnapshot } from '../queries.ts';
import { makeDraft, makeUnsavedDraft, recordSnapshot } from '../record-snapshot.ts';
import { SnapshotAnswerInput, ViewedSnapshot } from '../schema.ts';
import { toSnapshot, toSnapshotSummary } from '../snapshot.ts';

export const createSnapshot = defineOperation({
  name: 'createSnapshot',
  summary: 'Snapshot the content sent, or the current content of the template if none is sent',
  scope: 'tenant',
  effect: 'write',
  largeField: 'content',
  input: Type.Object({
    template_id: TemplateId,
    content: Type.Optional(ContentInput),
    label: Type.Optional(
      Type.Union([Type.String({ maxLength: 255 }), Type.Null()], {
        description: 'What people read in the list.',
        'x-tool-schema': { type: 'string', description: 'What people read in the list.' },
      }),
    ),
    is_autosave: Type.Optional(
      Type.Boolean({
        description:
          'Whether it may be thinned with age. If left out: true for content sent without a label, as editors save by themselves; false otherwise.',
      }),
    ),
    answer: SnapshotAnswerInput,
  }),
  output: ViewedSnapshot,
  async run({ deps, scope, emit }, input) {
    const content =
      input.content === undefined ? undefined : await prepareSent({ deps, scope }, input.content);
    const label = input.label ?? null;
    const isAutosave = input.is_autosave ?? (content !== undefined && label === null);
    const { row, isNew } = await deps.db.transaction(async (db) => {
      const template = await requireTemplate(scope, db, input.template_id);
      const contentId =
        content === undefined ? template.contentId : await saveContent({ deps, scope }, db, content);
      const isPresent = contentId === template.contentId;
      const draft = isPresent ? makeDraft(template) : makeUnsavedDraft(scope, template, contentId);
      const recording = { now: deps.clock.now(), keptContentId: contentId };
      const recorded = await recordSnapshot(scope, db, { ...draft, isAutosave, label }, recording);
      if (recorded.isNew) {
        const activity = isAutosave ? 'snapshot.autosaved' : 'snapshot.created';
        await deps.events.emitInTransaction(snapshotActivity(activity, recorded.row), scope, db);
      }
      return recorded;
    }, ownerOf(scope));
    if (isNew) emit(snapshotCreated(row.templateId, row.id));
    if (input.answer === 'compact') return toSnapshotSummary(row);
    const stored = await selectSnapshot(scope, deps.db.reader, row.templateId, row.id);
    if (stored === undefined) throw snapshotNotFound();
    return toSnapshot(stored, {});
  },
});

import { Type } from '@sinclair/typebox';
import { outlineContent } from '../../../mail/model/index.ts';
import { shorten } from '../../../mail/parse/shorten.ts';
import { defineOperation, requireEffect } from '../../../platform/operation.ts';
import { requireSignedUser, SignedUserInput } from '../../access/index.ts';
import {
  CreateInput,
  ImportReport,
  parseContentBytes,
  planDraft,
  requireFreeKey,
} from '../../templates/index.ts';
import { listNewFields, readFields } from '../fields.ts';
import { requirePossibleSize, scoreContent, showProposed, storeProposal } from '../proposing.ts';
import { NoteInput, ProposedAnswer } from '../schema.ts';
import { signedFields } from '../thread.ts';

/** Most characters of an outline. */
const MAX_OUTLINE = 12_000;

const { answer: _answer, ...creation } = CreateInput.properties;

export const proposeTemplate = defineOperation({
  name: 'proposeTemplate',
  summary: 'Propose a new template, which others accept or refuse',
  scope: 'tenant',
  effect: 'propose',
  input: Type.Object({
    ...creation,
    note: Type.Optional(NoteInput),
    dry_run: Type.Optional(Type.Boolean({ description: 'Check and show the result without proposing it.' })),
    ...SignedUserInput,
  }),
  output: Type.Object({ ...ProposedAnswer.properties, report: Type.Optional(ImportReport) }),
  async run({ deps, scope: caller, emit, signal }, input) {
    const scope = await requireSignedUser(deps, caller, input);
    const { reader } = deps.db;
    const context = { deps, scope, signal };
    // An import would copy pictures although nothing has been accepted yet.
    if (input.source?.copy_images === true) requireEffect({ effect: 'write' }, scope);
    const { draftIn, report } = await planDraft({ ...context, emit }, { ...input, answer: 'compact' });
    const { name, folder_id, tags, json } = await draftIn(reader);
    requirePossibleSize(json);
    const wanted = { name: name ?? null, folder_id: folder_id ?? null, tags: [...(tags ?? [])] };
    const after = await readFields(scope, reader, { ...wanted, key: input.key ?? null });
    await requireFreeKey(scope, reader, after.key);
    const outline = outlineContent(parseContentBytes(json));
    const proposed = {
      kind: 'create' as const,
      content: { before: new Uint8Array(), after: json },
      fields: { before: {}, after },
      diff: shorten(outline, MAX_OUTLINE),
      changes: listNewFields(after),
      score_before: null,
      score_after: await scoreContent(context, json, signal),
      note: input.note,
    };
    const shown = { ...(report && { report }) };
    if (input.dry_run === true) return { ...showProposed(proposed), ...shown };
    const { answer, event } = await storeProposal(context, caller, proposed, signedFields(input));
    emit(event);
    return { ...answer, ...shown };
  },
});

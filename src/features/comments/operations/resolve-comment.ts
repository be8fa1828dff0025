import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { type Actor, ownerOf } from '../../../platform/scope.ts';
import { identifyActor, requireSignedUser, SignedUserInput } from '../../access/index.ts';
import { TemplateId } from '../../templates/index.ts';
import { findComment, toWholeComment } from '../comment.ts';
import { replyCannotBeResolved } from '../errors.ts';
import { commentActivity, commentEvent } from '../events.ts';
import { type CommentRow, updateResolution } from '../queries.ts';
import { Comment, CommentAnswerInput, CommentId } from '../schema.ts';

export const resolveComment = defineOperation({
  name: 'resolveComment',
  summary: 'Resolve or reopen a thread',
  scope: 'tenant',
  effect: 'comment',
  feature: 'commenting',
  input: Type.Object({
    template_id: TemplateId,
    comment_id: CommentId,
    resolved: Type.Optional(Type.Boolean({ description: 'The new state; if left out, it is toggled.' })),
    answer: CommentAnswerInput,
    ...SignedUserInput,
  }),
  output: Comment,
  async run({ deps, scope, emit }, input) {
    const { actor, ...place } = await requireSignedUser(deps, scope, input);
    const now = deps.clock.now();
    const { comment, type } = await deps.db.transaction(async (db) => {
      const row = await findComment(scope, db, input);
      if (row.parentId !== null) throw replyCannotBeResolved(row.parentId);
      const wanted = input.resolved ?? row.resolvedAt === null;
      // The thread is in that state already: of two concurrent calls only the first one counts.
      if (wanted === (row.resolvedAt !== null)) return { comment: await toWholeComment(scope, db, row) };
      const changed = wanted ? resolve(row, actor, now) : reopen(row);
      const change = wanted ? 'comment.resolved' : 'comment.unresolved';
      if (!(await updateResolution(scope, db, changed))) {
        const present = await findComment(scope, db, input);
        return { comment: await toWholeComment(scope, db, present) };
      }
      await deps.events.emitInTransaction(commentActivity(change, changed), { ...place, actor }, db);
      return { comment: await toWholeComment(scope, db, changed), type: change } as const;
    }, ownerOf(scope));
    if (type !== undefined) emit(commentEvent(type, comment));
    if (input.answer === 'full') return comment;
    return { id: comment.id, resolved: comment.resolved_at !== null };
  },
});

function resolve(row: CommentRow, actor: Actor, now: number): CommentRow {
  return { ...row, resolvedAt: now, resolvedBy: identifyActor(actor), resolvedByName: actor.name };
}

function reopen(row: CommentRow): CommentRow {
  return { ...row, resolvedAt: null, resolvedBy: null, resolvedByName: null };
}

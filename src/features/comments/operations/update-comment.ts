import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { requireSignedUser, SignedUserInput } from '../../access/index.ts';
import { TemplateId } from '../../templates/index.ts';
import {
  COMMENT_LIMITS,
  findComment,
  noRoomForText,
  requireAuthor,
  requireText,
  toWholeComment,
} from '../comment.ts';
import { commentActivity, commentEvent } from '../events.ts';
import { updateCommentBody } from '../queries.ts';
import { BodyInput, Comment, CommentAnswerInput, CommentId } from '../schema.ts';

export const updateComment = defineOperation({
  name: 'updateComment',
  summary: 'Change the text of an own comment',
  scope: 'tenant',
  effect: 'comment',
  feature: 'commenting',
  input: Type.Object({
    template_id: TemplateId,
    comment_id: CommentId,
    body: BodyInput,
    answer: CommentAnswerInput,
    ...SignedUserInput,
  }),
  output: Comment,
  async run({ deps, scope, emit }, input) {
    const author = await requireSignedUser(deps, scope, input);
    requireText(input.body);
    const now = deps.clock.now();
    const { comment, isChanged } = await deps.db.transaction(async (db) => {
      const row = await findComment(scope, db, input);
      requireAuthor(author, row);
      if (row.body === input.body) return { comment: await toWholeComment(scope, db, row), isChanged: false };
      // Editors show a comment as edited if this time differs from that of creation.
      const updated = { ...row, body: input.body, updatedAt: Math.max(now, row.createdAt + 1) };
      if (!(await updateCommentBody(scope, db, updated, COMMENT_LIMITS))) throw noRoomForText();
      await deps.events.emitInTransaction(commentActivity('comment.updated', updated), author, db);
      return { comment: await toWholeComment(scope, db, updated), isChanged: true };
    }, ownerOf(scope));
    if (isChanged) emit(commentEvent('comment.updated', comment));
    return input.answer === 'full' ? comment : { id: comment.id, updated_at: comment.updated_at };
  },
});

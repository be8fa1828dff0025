import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { requireSignedUser, SignedUserInput } from '../../access/index.ts';
import { TemplateId } from '../../templates/index.ts';
import { findComment, requireMayDelete, toWholeComment } from '../comment.ts';
import { commentEvent } from '../events.ts';
import { removeComment } from '../remove.ts';
import { CommentId } from '../schema.ts';

export const deleteComment = defineOperation({
  name: 'deleteComment',
  summary:
    'Delete an own reply for good, or put a thread with all replies into the trash by its first comment',
  scope: 'tenant',
  effect: 'delete',
  feature: 'commenting',
  input: Type.Object({ template_id: TemplateId, comment_id: CommentId, ...SignedUserInput }),
  output: Type.Object({
    id: CommentId,
    deleted_replies: Type.Integer({ description: 'Replies that went with it.' }),
  }),
  async run({ deps, scope, emit }, input) {
    const author = await requireSignedUser(deps, scope, input);
    const comment = await deps.db.transaction(async (db) => {
      const row = await findComment(scope, db, input);
      requireMayDelete(author, row);
      const whole = await toWholeComment(scope, db, row);
      await removeComment({ deps, scope: author }, db, row, whole.replies);
      return whole;
    }, ownerOf(scope));
    emit(commentEvent('comment.deleted', comment));
    return { id: comment.id, deleted_replies: comment.replies.length };
  },
});

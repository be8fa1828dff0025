import type { Deps } from '../../platform/deps.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { addTrashKind, isTrashKept, putInTrash, type RestoreStep, type TrashEntry } from '../trash/index.ts';
import { COMMENT_LIMITS, explainNoRoom, requireMayDelete } from './comment.ts';
import { templateInTrash } from './errors.ts';
import { beginningOf, commentActivity, commentEvent, commentsDeleted, commentsPurged } from './events.ts';
import { type CommentOutput, toComment } from './output.ts';
import { type CommentRow, deleteCommentRow, selectCommentedTemplate } from './queries.ts';
import { deleteHiddenThread, hideThread, selectHiddenThread, showThread } from './trash-queries.ts';

/**
 * Puts a thread into the trash. Replies are deleted for good, and so is everything if there is no trash. The caller has
 * checked that `author` may delete it.
 */
export async function removeComment(
  { deps, scope: author }: TenantContext,
  db: Connection,
  row: CommentRow,
  replies: readonly CommentOutput[],
): Promise<void> {
  if (!isTrashKept(deps) || row.parentId !== null) {
    await deleteCommentRow(author, db, row.id);
    const replyIds = replies.map((reply) => reply.id);
    await deps.events.emitInTransaction(commentsDeleted(row, replyIds), author, db);
    return;
  }
  const bytes = await hideThread(author, db, row.id, deps.clock.now());
  await putInTrash({ deps, scope: author }, db, {
    id: row.id,
    kind: 'comment',
    name: beginningOf(row),
    templateId: row.templateId,
    items: replies.length,
    bytes,
  });
  await deps.events.emitInTransaction(commentActivity('comment.deleted', row), author, db);
}

/** Restores a thread. Everybody who may delete it may restore it. Open pages show it as a new one. */
async function restoreThread(
  { deps, scope }: TenantContext,
  db: Connection,
  { id }: TrashEntry,
): Promise<RestoreStep> {
  const [root, ...replies] = await selectHiddenThread(scope, db, id);
  if (root === undefined) return { isDone: true };
  requireMayDelete(scope, root);
  const template = await selectCommentedTemplate(scope, db, root.templateId);
  if (template === undefined) throw templateInTrash();
  const bytes = [root, ...replies].reduce((sum, { body }) => sum + Buffer.byteLength(body), template.bytes);
  const total = template.comments + 1 + replies.length;
  if (total > COMMENT_LIMITS.comments || bytes > COMMENT_LIMITS.bytes)
    throw explainNoRoom({ ...template, comments: total - 1 });
  await showThread(scope, db, id);
  await deps.events.emitInTransaction(commentActivity('comment.restored', root), scope, db);
  const comments = [root, ...replies].map((row) => commentEvent('comment.created', toComment(row)));
  return { isDone: true, afterCommit: () => deps.events.publish(comments, scope) };
}

async function purgeThread({ deps, scope }: TenantContext, db: Connection, { id }: TrashEntry) {
  const thread = await selectHiddenThread(scope, db, id);
  await deleteHiddenThread(scope, db, id);
  await deps.events.emitInTransaction(commentsPurged(thread), scope, db);
  return { isDone: true };
}

export function addCommentTrashKind(deps: Deps): void {
  addTrashKind(deps, 'comment', {
    feature: 'commenting',
    isSigned: true,
    restore: restoreThread,
    purge: purgeThread,
  });
}

import { type DomainError, invalidField } from '../../platform/errors.ts';
import { isEffectAllowed } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { templateNotFound } from '../templates/index.ts';
import { commentNotFound, notTheAuthor, tooManyComments } from './errors.ts';
import { type CommentOutput, toComment } from './output.ts';
import {
  type CommentedTemplate,
  type CommentLimits,
  type CommentRow,
  selectComment,
  selectCommentedTemplate,
  selectReplies,
} from './queries.ts';

/** A comment of a template. Throws `not_found`, naming the template if that is missing too. */
export async function findComment(
  scope: TenantScope,
  db: Connection,
  { template_id, comment_id }: { template_id: string; comment_id: string },
): Promise<CommentRow> {
  const row = await selectComment(scope, db, template_id, comment_id);
  if (row !== undefined) return row;
  const template = await selectCommentedTemplate(scope, db, template_id);
  throw template === undefined ? templateNotFound() : commentNotFound();
}

/** A comment with its replies, because editors replace the whole thread by the answer. */
export async function toWholeComment(
  scope: TenantScope,
  db: Connection,
  row: CommentRow,
): Promise<CommentOutput> {
  const replies = row.parentId === null ? await selectReplies(scope, db, row.id) : [];
  return toComment(
    row,
    replies.map((reply) => toComment(reply)),
  );
}

/** Throws `forbidden` unless the comment is the actor's own, or the actor is the operator at the command line. */
export function requireAuthor({ actor, surface }: TenantScope, row: CommentRow): void {
  if (actor.kind === 'admin' && surface !== 'admin') return;
  if (actor.kind !== row.authorKind || actor.id !== row.authorId) throw notTheAuthor(row.authorName);
}

/** Like `requireAuthor`, for deletion. Managers of the team may delete comments of others too. */
export function requireMayDelete(scope: TenantScope, row: CommentRow): void {
  if (scope.actor.kind === 'admin' && isEffectAllowed('admin', scope)) return;
  requireAuthor(scope, row);
}

/** Editors read all comments of a template at once, so these limits bound the largest answer. */
export const COMMENT_LIMITS: CommentLimits = { comments: 5_000, bytes: 4 * 1024 * 1024 };

/** The error for a template that has reached a limit. */
export function explainNoRoom({ comments }: CommentedTemplate): DomainError {
  return comments >= COMMENT_LIMITS.comments
    ? tooManyComments(`${COMMENT_LIMITS.comments.toLocaleString('en')} comments`, COMMENT_LIMITS.comments)
    : noRoomForText();
}

export const noRoomForText = (): DomainError => tooManyComments('4 MB of comments', COMMENT_LIMITS.bytes);

/** Throws `validation_failed` for a blank text. */
export function requireText(body: string): void {
  if (body.trim() === '') throw invalidField('body', 'must not be empty.');
}

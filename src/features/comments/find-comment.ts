import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { templateNotFound } from '../templates/index.ts';
import { commentNotFound } from './errors.ts';
import { type CommentOutput, toComment } from './output.ts';
import {
  type CommentedTemplate,
  type CommentRow,
  selectComment,
  selectCommentedTemplate,
  selectReplies,
} from './queries.ts';

/** A comment and its template. Throws `not_found` for what is not there. */
export async function findComment(
  scope: TenantScope,
  db: Connection,
  { template_id, comment_id }: { template_id: string; comment_id: string },
): Promise<{ template: CommentedTemplate; row: CommentRow }> {
  const template = await selectCommentedTemplate(scope, db, template_id);
  if (template === undefined) throw templateNotFound();
  const row = await selectComment(scope, db, template_id, comment_id);
  if (row === undefined) throw commentNotFound();
  return { template, row };
}

/** A comment with its replies: editors put what is answered in the place of what they had. */
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

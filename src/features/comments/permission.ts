import type { TenantScope } from '../../platform/scope.ts';
import { notTheAuthor } from './errors.ts';
import type { CommentRow } from './queries.ts';

/** Throws `forbidden` unless the comment is the actor's own, or the actor is the operator. */
export function requireAuthor({ actor }: TenantScope, row: CommentRow): void {
  if (actor.kind === 'admin') return;
  if (actor.kind !== row.authorKind || actor.id !== row.authorId) throw notTheAuthor(row.authorName);
}

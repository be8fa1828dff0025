import { toIsoTime, toIsoTimeOrNull } from '../../platform/clock.ts';
import type { Actor } from '../../platform/scope.ts';
import { identifyActor, typeOfAuthor } from '../access/index.ts';
import type { CommentRow } from './queries.ts';

/** A comment in lists, answers and broadcasts, with every field that editors read. */
export interface CommentOutput {
  id: string;
  template_id: string;
  block_id: string | null;
  parent_id: string | null;
  body: string;
  author_identifier: string;
  author_name: string;
  author_type: 'user' | 'agent' | 'system';
  resolved_at: string | null;
  resolved_by_identifier: string | null;
  resolved_by_name: string | null;
  created_at: string;
  updated_at: string;
  block_missing?: true;
  replies: CommentOutput[];
}

export function toComment(row: CommentRow, replies: CommentOutput[] = []): CommentOutput {
  const createdAt = toIsoTime(row.createdAt);
  return {
    id: row.id,
    template_id: row.templateId,
    block_id: row.blockId,
    parent_id: row.parentId,
    body: row.body,
    author_identifier: identifyActor({ kind: row.authorKind as Actor['kind'], id: row.authorId }),
    author_name: row.authorName,
    author_type: typeOfAuthor(row.authorKind),
    resolved_at: toIsoTimeOrNull(row.resolvedAt),
    resolved_by_identifier: row.resolvedBy,
    resolved_by_name: row.resolvedByName,
    created_at: createdAt,
    updated_at: row.updatedAt === row.createdAt ? createdAt : toIsoTime(row.updatedAt),
    replies,
  };
}

/** Rows in the order of creation as threads in that order, each with its replies. `isMissing`: of a block by its id. */
export function toThreads(
  rows: readonly CommentRow[],
  isMissing: (blockId: string) => boolean,
): CommentOutput[] {
  const threads = new Map<string, CommentOutput>();
  for (const row of rows) {
    const comment = toComment(row);
    if (row.blockId !== null && isMissing(row.blockId)) comment.block_missing = true;
    if (row.parentId === null) threads.set(row.id, comment);
    else threads.get(row.parentId)?.replies.push(comment);
  }
  return [...threads.values()];
}

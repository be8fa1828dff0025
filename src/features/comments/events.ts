import { type ActivityRecorded, activityRecorded, type DomainEvent } from '../../platform/events.ts';
import type { CommentOutput } from './output.ts';
import type { CommentRow } from './queries.ts';

type CommentEventType =
  | 'comment.created'
  | 'comment.updated'
  | 'comment.deleted'
  | 'comment.resolved'
  | 'comment.unresolved';

/** A committed change of a comment, with its new state, or the last one before a deletion. Editors receive it. */
export type CommentEvent = DomainEvent<CommentEventType, { templateId: string; comment: CommentOutput }>;

export const commentEvent = (type: CommentEventType, comment: CommentOutput): CommentEvent => ({
  type,
  payload: { templateId: comment.template_id, comment },
});

export function isCommentEvent(event: DomainEvent): event is CommentEvent {
  return event.type.startsWith('comment.');
}

/** The entry of the activity feed for a deleted comment and its replies, whose texts are cleared. */
export const commentsDeleted = (
  row: Pick<CommentRow, 'id' | 'templateId'>,
  replyIds: readonly string[],
): ActivityRecorded =>
  activityRecorded({
    type: 'comment.deleted',
    templateId: row.templateId,
    subjectId: row.id,
    deletedIds: [row.id, ...replyIds],
  });

/** The entry of the activity feed for a thread that is deleted for good. */
export const commentsPurged = (thread: readonly Pick<CommentRow, 'id' | 'templateId'>[]): ActivityRecorded =>
  activityRecorded({
    type: 'comment.purged',
    ...(thread[0] && { templateId: thread[0].templateId, subjectId: thread[0].id }),
    deletedIds: thread.map(({ id }) => id),
  });

/** Characters of a text by which people recognize it. */
const BEGINNING = 120;

export const beginningOf = ({ body }: Pick<CommentRow, 'body'>): string => body.trim().slice(0, BEGINNING);

/** The entry of the activity feed for a comment, with the beginning of its text. */
export const commentActivity = (
  type: CommentEventType | 'comment.restored',
  row: CommentRow,
): ActivityRecorded =>
  activityRecorded({
    type,
    templateId: row.templateId,
    subjectId: row.id,
    summary: beginningOf(row),
  });

import { DomainError, invalidField, notFound } from '../../platform/errors.ts';

export const commentNotFound = () => notFound('Comment');
export const parentNotFound = () => notFound('The comment to reply to was', 'Comment');

/** Threads have one level; `rootId` is where to reply instead. */
export const replyToReply = (rootId: string) =>
  invalidField('parent_id', `is itself a reply; reply to its thread instead, parent_id "${rootId}".`);

export const replyCannotBeResolved = (rootId: string) =>
  invalidField('comment_id', `is a reply; resolve its thread instead, comment_id "${rootId}".`);

export const notTheAuthor = (author: string) =>
  new DomainError('forbidden', `Only its author, ${author}, can edit or delete this comment.`, {
    quotesOthers: true,
  });

/** `what`: the reached limit, such as `5000 comments`. */
export const tooManyComments = (what: string, limit: number) =>
  new DomainError(
    'conflict',
    `This template has ${what}, the most one can have. Delete threads that are settled, then comment again.`,
    { facts: { limit } },
  );

export const templateInTrash = () =>
  new DomainError('conflict', 'The template of this comment is in the trash. Restore the template first.');

import { type DomainError, invalidField } from '../../platform/errors.ts';
import { tooManyComments } from './errors.ts';
import type { CommentedTemplate, CommentLimits } from './queries.ts';

/** Editors read all of a template's comments at once, so both bound the largest answer. */
export const COMMENT_LIMITS: CommentLimits = { comments: 5_000, bytes: 4 * 1024 * 1024 };

/** Why a template cannot take another comment. */
export function explainNoRoom({ comments }: CommentedTemplate): DomainError {
  return comments >= COMMENT_LIMITS.comments
    ? tooManyComments(`${COMMENT_LIMITS.comments.toLocaleString('en')} comments`, COMMENT_LIMITS.comments)
    : noRoomForText();
}

export const noRoomForText = (): DomainError => tooManyComments('4 MB of comments', COMMENT_LIMITS.bytes);

/** Throws `validation_failed` for a text of nothing but spaces. */
export function requireText(body: string): void {
  if (body.trim() === '') throw invalidField('body', 'must not be empty.');
}

import { invalidField } from '../../platform/errors.ts';
import { tooManyComments } from './errors.ts';
import type { CommentedTemplate } from './queries.ts';

/** Editors read all of a template's comments at once, so both bound the largest answer. */
export const MAX_COMMENTS = 5_000;
const MAX_BYTES = 4 * 1024 * 1024;

/** Throws `conflict` if a template cannot take another comment. */
export function requireRoom({ comments, bytes }: CommentedTemplate, body: string): void {
  if (comments >= MAX_COMMENTS) {
    throw tooManyComments(`${MAX_COMMENTS.toLocaleString('en')} comments`, MAX_COMMENTS);
  }
  requireRoomForText(bytes, body);
}

/** Throws `conflict` if the text does not fit beside the `bytes` that the others take. */
export function requireRoomForText(bytes: number, body: string): void {
  if (bytes + Buffer.byteLength(body) > MAX_BYTES) throw tooManyComments('4 MB of comments', MAX_BYTES);
}

/** Throws `validation_failed` for a text of nothing but spaces. */
export function requireText(body: string): void {
  if (body.trim() === '') throw invalidField('body', 'must not be empty.');
}

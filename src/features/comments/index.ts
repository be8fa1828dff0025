export { type CommentEvent, commentEvent, isCommentEvent } from './events.ts';
export { createComment } from './operations/create-comment.ts';
export { deleteComment } from './operations/delete-comment.ts';
export { listComments } from './operations/list-comments.ts';
export { resolveComment } from './operations/resolve-comment.ts';
export { updateComment } from './operations/update-comment.ts';
export type { CommentOutput } from './output.ts';
export { selectCommentTexts } from './queries.ts';
export { Comment } from './schema.ts';

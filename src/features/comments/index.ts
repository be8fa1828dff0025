export { type CommentEvent, isCommentEvent } from './events.ts';
export { createComment } from './operations/create-comment.ts';
export { deleteComment } from './operations/delete-comment.ts';
export { resolveComment } from './operations/resolve-comment.ts';
export { updateComment } from './operations/update-comment.ts';
export { selectCommentTexts } from './queries.ts';

import { route } from '../../http/route.ts';
import { createComment } from './operations/create-comment.ts';
import { deleteComment } from './operations/delete-comment.ts';
import { listComments } from './operations/list-comments.ts';
import { resolveComment } from './operations/resolve-comment.ts';
import { updateComment } from './operations/update-comment.ts';

const PATH = '/templates/:template_id/comments';

export const commentRoutes = [
  route('GET', PATH, listComments, { answer: 'page' }),
  route('POST', PATH, createComment, { status: 201 }),
  route('PUT', `${PATH}/:comment_id`, updateComment),
  route('DELETE', `${PATH}/:comment_id`, deleteComment, { answer: 'nothing' }),
  route('POST', `${PATH}/:comment_id/resolve`, resolveComment),
];

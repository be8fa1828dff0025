import { tool } from '../../mcp/tool.ts';
import { SIGNED_USER_FIELDS } from '../access/index.ts';
import { createComment } from './operations/create-comment.ts';
import { deleteComment } from './operations/delete-comment.ts';
import { listComments } from './operations/list-comments.ts';
import { resolveComment } from './operations/resolve-comment.ts';
import { updateComment } from './operations/update-comment.ts';

/** Agents are identified by their key, so they send no signed user. */
const common = { preset: { answer: 'compact' }, hidden: SIGNED_USER_FIELDS };

export const commentTools = [
  tool('list-comments', listComments, {
    title: 'List comments',
    description:
      'Lists a template’s comment threads with replies, oldest first, 25 a page. block_missing: the block is gone.',
    effect: 'read',
    lists: { Comment: {} },
    ...common,
  }),
  tool('create-comment', createComment, {
    title: 'Create a comment',
    description:
      'Starts a thread on a template or one of its blocks, or replies to one (parent_id). People see it under your key’s name.',
    effect: 'write',
    omits: ['updated_at', 'resolved'],
    ...common,
    isUntrusted: false,
  }),
  tool('update-comment', updateComment, {
    title: 'Update a comment',
    description: 'Replaces the text of a comment you wrote (mine in list-comments).',
    effect: 'write',
    idempotent: true,
    omits: ['created_at', 'resolved'],
    ...common,
    isUntrusted: false,
  }),
  tool('delete-comment', deleteComment, {
    title: 'Delete a comment',
    description:
      'Deletes a comment you wrote; the first of a thread with all replies, to the trash. To settle a thread use resolve-comment.',
    effect: 'destroy',
    idempotent: true,
    ...common,
    preset: {},
    isUntrusted: false,
  }),
  tool('resolve-comment', resolveComment, {
    title: 'Resolve a comment thread',
    description: 'Marks a thread, by the id of its first comment, as resolved or open again.',
    effect: 'write',
    omits: ['created_at', 'updated_at'],
    ...common,
    isUntrusted: false,
  }),
];

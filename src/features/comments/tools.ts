import { tool } from '../../mcp/tool.ts';
import { SIGNED_USER_FIELDS } from '../access/index.ts';
import { createComment } from './operations/create-comment.ts';
import { deleteComment } from './operations/delete-comment.ts';
import { listComments } from './operations/list-comments.ts';
import { resolveComment } from './operations/resolve-comment.ts';
import { updateComment } from './operations/update-comment.ts';

/** An agent is known by its key. */
const common = { preset: { answer: 'compact' }, hidden: SIGNED_USER_FIELDS };

export const commentTools = [
  tool('list-comments', listComments, {
    title: 'List comments',
    description:
      'Lists a template’s comment threads with their replies, oldest first, up to 25 a page; counts tell how many are open and resolved. block_missing: the block is gone. What they ask for is the wish of their author, about this template only.',
    effect: 'read',
    ...common,
  }),
  tool('create-comment', createComment, {
    title: 'Create a comment',
    description:
      'Starts a thread on a template or one of its blocks (block_id as outlines show it), or replies to one (parent_id). People see it under your key’s name.',
    effect: 'write',
    ...common,
    isUntrusted: false,
  }),
  tool('update-comment', updateComment, {
    title: 'Update a comment',
    description: 'Replaces the text of a comment you wrote (mine in list-comments).',
    effect: 'write',
    idempotent: true,
    ...common,
    isUntrusted: false,
  }),
  tool('delete-comment', deleteComment, {
    title: 'Delete a comment',
    description:
      'Deletes a comment you wrote: a reply permanently; the first of a thread with all replies, to the trash. To settle a thread use resolve-comment.',
    effect: 'destroy',
    idempotent: true,
    ...common,
    preset: {},
    isUntrusted: false,
  }),
  tool('resolve-comment', resolveComment, {
    title: 'Resolve a comment thread',
    description:
      'Marks a thread as resolved, or open again, by the id of its first comment; anybody may. Pass resolved, or the state is toggled.',
    effect: 'write',
    ...common,
    isUntrusted: false,
  }),
];

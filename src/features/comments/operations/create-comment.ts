import { type Static, Type } from '@sinclair/typebox';
import { findBlockId } from '../../../mail/model/index.ts';
import { invalidField } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { requireSignedUser, SignedUserInput } from '../../access/index.ts';
import {
  parseContentBytes,
  requireTemplateWithContent,
  TemplateId,
  templateNotFound,
} from '../../templates/index.ts';
import { COMMENT_LIMITS, explainNoRoom, requireText } from '../comment.ts';
import { parentNotFound, replyToReply } from '../errors.ts';
import { commentActivity, commentEvent } from '../events.ts';
import { toComment } from '../output.ts';
import { type CommentRow, insertComment, selectComment, selectCommentedTemplate } from '../queries.ts';
import { BodyInput, Comment, CommentAnswerInput } from '../schema.ts';

const CreateInput = Type.Object({
  template_id: TemplateId,
  body: BodyInput,
  block_id: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()], {
      description:
        'The block it is about; leave out for the whole template. Replies are about their thread’s.',
      'x-tool-schema': {
        type: 'string',
        description: 'The block it is about; leave out for the whole template.',
      },
    }),
  ),
  parent_id: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()], {
      description: 'The thread to reply to, by the id of its root.',
      'x-tool-schema': { type: 'string', description: 'To reply: the id of the thread’s first comment.' },
    }),
  ),
  answer: CommentAnswerInput,
  ...SignedUserInput,
});
type CreateInput = Static<typeof CreateInput>;

export const createComment = defineOperation({
  name: 'createComment',
  summary: 'Comment on a template or one of its blocks, or reply to a thread',
  scope: 'tenant',
  effect: 'comment',
  feature: 'commenting',
  input: CreateInput,
  output: Comment,
  async run({ deps, scope, emit }, input) {
    const author = await requireSignedUser(deps, scope, input);
    requireText(input.body);
    const blockId = await chooseBlock(author, deps.db.reader, input);
    const now = deps.clock.now();
    const row = await deps.db.transaction(async (db) => {
      const template = await selectCommentedTemplate(scope, db, input.template_id);
      if (template === undefined) throw templateNotFound();
      const root = await findRoot(scope, db, input);
      const anchor = root === undefined ? blockId : root.blockId;
      const inserted = makeRow(author, input, { parentId: root?.id ?? null, blockId: anchor, now });
      if (!(await insertComment(db, inserted, COMMENT_LIMITS))) throw explainNoRoom(template);
      await deps.events.emitInTransaction(commentActivity('comment.created', inserted), author, db);
      return inserted;
    }, ownerOf(scope));
    const comment = toComment(row);
    emit(commentEvent('comment.created', comment));
    return input.answer === 'full' ? comment : { id: comment.id, created_at: comment.created_at };
  },
});

/**
 * The full id of the block a comment is about. Ids from people are accepted unchecked, because an editor may have unsaved
 * blocks. Ids from agents must be in the saved template.
 */
async function chooseBlock(
  author: TenantScope,
  db: Connection,
  { template_id, block_id: name, parent_id }: CreateInput,
): Promise<string | null> {
  if (name == null || parent_id != null) return null;
  if (author.actor.kind !== 'agent') return name;
  const template = await requireTemplateWithContent(author, db, template_id);
  const found = findBlockId(parseContentBytes(template.json), name);
  if ('fault' in found) throw invalidField('block_id', found.fault, { quotesOthers: true });
  return found.id;
}

async function findRoot(
  scope: TenantScope,
  db: Connection,
  { template_id, parent_id }: CreateInput,
): Promise<CommentRow | undefined> {
  if (parent_id == null) return undefined;
  const parent = await selectComment(scope, db, template_id, parent_id);
  if (parent === undefined) throw parentNotFound();
  if (parent.parentId !== null) throw replyToReply(parent.parentId);
  return parent;
}

function makeRow(
  { tenant, actor }: TenantScope,
  { template_id, body }: CreateInput,
  { parentId, blockId, now }: { parentId: string | null; blockId: string | null; now: number },
): CommentRow {
  return {
    id: createId(),
    tenantId: tenant.id,
    templateId: template_id,
    parentId,
    blockId,
    body,
    authorKind: actor.kind,
    authorId: actor.id,
    authorName: actor.name,
    resolvedAt: null,
    resolvedBy: null,
    resolvedByName: null,
    createdAt: now,
    updatedAt: now,
  };
}

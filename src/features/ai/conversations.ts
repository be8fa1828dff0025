import { createId } from '../../platform/ids.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { ownerOf } from '../../platform/scope.ts';
import { requireTemplate } from '../templates/index.ts';
import {
  deleteOldConversations,
  deleteOldMessages,
  insertMessages,
  type MessageRow,
  saveConversation,
  selectConversation,
  selectMessages,
} from './conversation-queries.ts';

/** Messages that are kept of a conversation; older ones are deleted. */
export const MAX_MESSAGES = 50;

/** Conversations that are kept of a template; those not used for longest are deleted. */
export const MAX_CONVERSATIONS = 100;

/** A conversation so far; a new one has no id yet. */
interface Conversation {
  id: string | undefined;
  messages: readonly MessageRow[];
}

/**
 * The conversation to continue. If it was deleted or is about another template, a new one begins, without an error: an
 * editor that remembers the id would get the error for every message.
 */
export async function readConversation(
  { deps, scope }: TenantContext,
  templateId: string,
  id: string | null | undefined,
): Promise<Conversation> {
  const found = id ? await selectConversation(scope, deps.db.reader, templateId, id) : undefined;
  if (found === undefined) return { id: undefined, messages: [] };
  return { id: found.id, messages: await selectMessages(scope, deps.db.reader, found.id, MAX_MESSAGES) };
}

/** Stores a question with its answer, and returns the conversation's id. */
export async function storeExchange(
  { deps, scope }: TenantContext,
  templateId: string,
  { id: knownId }: Pick<Conversation, 'id'>,
  { asked, answered }: { asked: string; answered: string },
): Promise<string> {
  const id = knownId ?? createId();
  const at = deps.clock.now();
  const message = (role: MessageRow['role'], content: string): MessageRow => ({
    id: createId(),
    tenantId: scope.tenant.id,
    conversationId: id,
    role,
    content,
    createdAt: at,
  });
  await deps.db.transaction(async (db) => {
    // The template may have been deleted while the model was answering.
    await requireTemplate(scope, db, templateId);
    await saveConversation(db, { id, tenantId: scope.tenant.id, templateId, updatedAt: at });
    await insertMessages(db, [message('user', asked), message('assistant', answered)]);
    await deleteOldMessages(scope, db, id, MAX_MESSAGES);
    await deleteOldConversations(scope, db, templateId, MAX_CONVERSATIONS);
  }, ownerOf(scope));
  return id;
}

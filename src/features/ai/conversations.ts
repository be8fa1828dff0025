import type { Deps } from '../../platform/deps.ts';
import { createId } from '../../platform/ids.ts';
import { ownerOf, type TenantScope } from '../../platform/scope.ts';
import { selectTemplate, templateNotFound } from '../templates/index.ts';
import {
  deleteOldConversations,
  deleteOldMessages,
  insertMessages,
  type MessageRow,
  saveConversation,
  selectConversation,
  selectMessages,
} from './queries.ts';

/** Messages kept of a conversation, the latest. */
export const MAX_MESSAGES = 50;

/** Conversations kept of a template, the most recently used. */
export const MAX_CONVERSATIONS = 100;

interface Context {
  deps: Deps;
  scope: TenantScope;
}

/** A conversation so far; a new one has no id yet. */
interface Conversation {
  id: string | undefined;
  messages: readonly MessageRow[];
}

/**
 * The conversation to continue. For a deleted one, or one about another template, a new one begins instead of an error: an
 * editor that remembers the id would send it with every message.
 */
export async function recallConversation(
  { deps, scope }: Context,
  templateId: string,
  id: string | null | undefined,
): Promise<Conversation> {
  const found = id ? await selectConversation(scope, deps.db.reader, templateId, id) : undefined;
  if (found === undefined) return { id: undefined, messages: [] };
  return { id: found.id, messages: await selectMessages(scope, deps.db.reader, found.id, MAX_MESSAGES) };
}

/** Stores a question with its answer, and returns the conversation's id. */
export async function rememberExchange(
  { deps, scope }: Context,
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
    // It may have been deleted while the model was answering.
    if ((await selectTemplate(scope, db, templateId)) === undefined) throw templateNotFound();
    await saveConversation(db, { id, tenantId: scope.tenant.id, templateId, updatedAt: at });
    await insertMessages(db, [message('user', asked), message('assistant', answered)]);
    await deleteOldMessages(scope, db, id, MAX_MESSAGES);
    await deleteOldConversations(scope, db, templateId, MAX_CONVERSATIONS);
  }, ownerOf(scope));
  return id;
}

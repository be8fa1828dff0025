import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { requireTemplate, TemplateId } from '../../templates/index.ts';
import { selectLatestConversation, selectMessages } from '../conversation-queries.ts';
import { MAX_MESSAGES } from '../conversations.ts';
import { ConversationMessages } from '../schema.ts';

export const listConversationMessages = defineOperation({
  name: 'listConversationMessages',
  summary: 'Messages of the most recent conversation with the model about a template',
  scope: 'tenant',
  effect: 'read',
  feature: 'ai_generation',
  input: Type.Object({ template_id: TemplateId }),
  output: ConversationMessages,
  async run({ deps, scope }, { template_id }) {
    const db = deps.db.reader;
    await requireTemplate(scope, db, template_id);
    const conversation = await selectLatestConversation(scope, db, template_id);
    if (conversation === undefined) return { items: [] };
    const messages = await selectMessages(scope, db, conversation.id, MAX_MESSAGES);
    const items = messages.map(({ id, role, content, createdAt }) => ({
      id,
      role,
      content,
      created_at: toIsoTime(createdAt),
    }));
    return { items, conversation_id: conversation.id };
  },
});

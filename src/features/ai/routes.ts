import { route } from '../../http/route.ts';
import { fixFinding } from './operations/fix-finding.ts';
import { generateContent } from './operations/generate-content.ts';
import { generateFromDesign, MAX_DESIGN_BYTES } from './operations/generate-from-design.ts';
import { listConversationMessages } from './operations/list-conversation-messages.ts';
import { rewriteText } from './operations/rewrite-text.ts';
import { suggestPrompts } from './operations/suggest-prompts.ts';

const AI = '/templates/:template_id/ai';

export const aiRoutes = [
  route('GET', `${AI}/conversation-messages`, listConversationMessages, { answer: 'list' }),
  route('POST', `${AI}/suggestions`, suggestPrompts, {
    answer: 'events',
    renamed: { current_content: 'content' },
  }),
  route('POST', `${AI}/generate`, generateContent, {
    answer: 'events',
    renamed: { current_content: 'content' },
  }),
  route('POST', `${AI}/rewrite-text`, rewriteText, {
    answer: 'events',
    renamed: { content: 'text' },
    textName: 'content',
  }),
  route('POST', `${AI}/fix-finding`, fixFinding, { answer: 'events' }),
  route('POST', `${AI}/generate-from-design`, generateFromDesign, {
    answer: 'events',
    upload: {
      fields: ['image_upload', 'pdf_upload'],
      isOptional: true,
      maxBytes: () => MAX_DESIGN_BYTES,
    },
  }),
];

import { type Static, Type } from '@sinclair/typebox';
import type { TemplateContent } from '../../../mail/model/index.ts';
import { DomainError, type ErrorCode } from '../../../platform/errors.ts';
import { defineOperation, type OperationContext } from '../../../platform/operation.ts';
import { parseContentBytes, prepareContent, requireTemplate } from '../../templates/index.ts';
import { readConversation, storeExchange } from '../conversations.ts';
import { modificationNeedsModel } from '../errors.ts';
import { isModelConfigured } from '../model/index.ts';
import { type GenerationRequest, toTags } from '../prompting/prompt.ts';
import { GenerateContentInput, GeneratedContent } from '../schema.ts';
import { type AiEvent, streamEvents } from '../stream-events.ts';

type Context = OperationContext<'tenant'>;
type Input = Static<typeof GenerateContentInput>;

/** The changed canvas is not stored. The editor does that. */
interface Outcome {
  text: string;
  content: TemplateContent;
  engine: 'model' | 'builtin';
}

export const generateContent = defineOperation({
  name: 'generateContent',
  summary: 'Generate or change the content of an editor’s canvas by a prompt, without storing it',
  scope: 'tenant',
  effect: 'write',
  requestClass: 'render',
  feature: 'ai_generation',
  input: GenerateContentInput,
  output: Type.Unsafe<AsyncIterable<AiEvent>>(GeneratedContent),
  async run(context, input) {
    const { deps, scope } = context;
    const { template_id } = input;
    await requireTemplate(scope, deps.db.reader, template_id);
    const { json } = prepareContent(scope, input.content);
    const canvas = parseContentBytes(json);
    return streamEvents(
      (emit, signal) => answer({ ...context, signal }, input, canvas, emit).catch(tellFailure),
      context.signal,
    );
  },
});

/** Errors that the person is told in the conversation: of the model, its budget or its answer. */
const FAILURES_TO_TELL: readonly ErrorCode[] = [
  'unavailable',
  'rate_limited',
  'validation_failed',
  'too_large',
];

/**
 * Answers a failure as a message of the assistant, because the published editor does not show the message of an error.
 * `error` is for programs. There is no content: applying the content that was sent would undo changes of others.
 */
function tellFailure(thrown: unknown): AiEvent {
  if (!(thrown instanceof DomainError) || !FAILURES_TO_TELL.includes(thrown.code)) throw thrown;
  const { message, code } = thrown;
  return { type: 'done', text: message, error: { message, code } };
}

async function answer(
  context: Context,
  input: Input,
  canvas: TemplateContent,
  emit: (event: AiEvent) => void,
): Promise<AiEvent> {
  const { template_id, prompt, conversation_id } = input;
  const conversation = await readConversation(context, template_id, conversation_id);
  const { text, content, engine } = await generate(context, canvas, {
    ...input,
    tags: toTags(input.merge_tags),
    messages: conversation.messages,
    onReply: (piece) => emit({ type: 'text', text: piece }),
  });
  const exchange = { asked: prompt, answered: text };
  const id = await storeExchange(context, template_id, conversation, exchange);
  return { type: 'done', text, content, conversation_id: id, engine };
}

async function generate(
  context: Context,
  canvas: TemplateContent,
  request: GenerationRequest,
): Promise<Outcome> {
  if (canvas.blocks.length > 0) {
    if (!isModelConfigured(context.deps)) throw modificationNeedsModel(context.scope.actor);
    const { changeContent } = await import('../generate/change-content.ts');
    const { reply, content } = await changeContent(context, canvas, request);
    return { text: reply === '' ? 'Done.' : reply, content, engine: 'model' };
  }
  const { createContent } = await import('../generate/create-content.ts');
  const { reply, notes, content, engine } = await createContent(context, request);
  const said =
    engine === 'model' ? [reply, notes.join('\n')].filter(Boolean).join('\n\n') : [reply, ...notes].join(' ');
  return { text: said === '' ? 'Done.' : said, content, engine };
}

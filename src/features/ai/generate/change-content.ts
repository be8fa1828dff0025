import { countBlocks, findBlocks, outlineContent, type TemplateContent } from '../../../mail/model/index.ts';
import { readBrand } from '../../projects/index.ts';
import { type PlannedChange, planChange } from '../changes/plan-change.ts';
import { templateTooLong } from '../errors.ts';
import { type AskContext, askChecked, createReplyReader } from '../prompting/ask-checked.ts';
import {
  createFence,
  createTagCheck,
  describeBrand,
  describeConversation,
  describeKindAndLanguage,
  describeRequest,
  describeTags,
  type Fence,
  type GenerationRequest,
  writeMessage,
} from '../prompting/prompt.ts';
import { ChangedAnswer, ChosenAnswer } from './answer-schemas.ts';
import { CHANGE_SYSTEM, CHOOSE_SYSTEM, describeTemplate } from './prompts.ts';

/** Largest JSON of which a model is shown all blocks, in characters: some 10,000 tokens, two long newsletters. */
const MAX_SHOWN = 40_000;

/** The outline of a content with more blocks is too long for most models. */
const MAX_BLOCKS = 1500;

/** Most blocks that a model may ask to see. */
const MAX_CHOSEN = 40;

/**
 * Changes a content as requested, with the operator's model. The model first sees only the outline of a long content
 * and chooses the blocks to read. Throws the errors of `askChecked`, and `too_large`.
 */
export async function changeContent(
  context: AskContext,
  content: TemplateContent,
  request: GenerationRequest,
): Promise<PlannedChange> {
  const { prompt, tags, messages, onReply } = request;
  if (countBlocks(content) > MAX_BLOCKS) throw templateTooLong(context.scope.actor);
  const brand = await readBrand(context);
  const fence = createFence();
  const check = createTagCheck(
    tags.map(({ value }) => value),
    prompt,
    brand,
    content,
  );
  const shown = await chooseBlocks(context, fence, content, prompt);
  return askChecked(
    context,
    {
      operation: 'generate',
      system: CHANGE_SYSTEM,
      fence,
      content: writeMessage(fence, [
        describeTemplate(fence, content, shown),
        describeBrand(fence, brand),
        describeTags(fence, tags),
        describeConversation(fence, messages),
        describeKindAndLanguage(request),
        describeRequest(fence, prompt),
      ]),
      schema: ChangedAnswer,
      onText: onReply && createReplyReader(onReply),
    },
    (answer) => planChange(content, answer, check),
  );
}

/** Asks the model which blocks it needs to read. Undefined: all, because the content is short. */
async function chooseBlocks(
  context: AskContext,
  fence: Fence,
  content: TemplateContent,
  prompt: string,
): Promise<Set<string> | undefined> {
  if (JSON.stringify(content.blocks).length <= MAX_SHOWN) return undefined;
  const outline = fence.enclose('outline', outlineContent(content));
  return askChecked(
    context,
    {
      operation: 'generate',
      system: CHOOSE_SYSTEM,
      fence,
      content: writeMessage(fence, [outline, describeRequest(fence, prompt)]),
      schema: ChosenAnswer,
    },
    (answer) => {
      const { ids } = Object(answer) as { ids?: unknown };
      if (!Array.isArray(ids)) return { ok: false, faults: ['"ids" must be a list of ids.'] };
      const names = ids.filter((id) => typeof id === 'string').slice(0, MAX_CHOSEN);
      return { ok: true, value: new Set(findBlocks(content, names).blocks.map(({ id }) => id)) };
    },
  );
}

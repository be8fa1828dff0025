import { parseContent, type TemplateContent } from '../../../mail/model/index.ts';
import { composeFromStarters } from '../../../mail/starters/compose.ts';
import { createId } from '../../../platform/ids.ts';
import { readBrand } from '../../projects/index.ts';
import { describeFaults, describeInvented } from '../changes/plan-change.ts';
import { tidyBlock, tidySettings } from '../changes/tidy-block.ts';
import { createTagCheck, type TagCheck } from '../merge-tags.ts';
import { type AskContext, askChecked, type Checked } from '../prompting/ask-checked.ts';
import { describeBrand, describeConversation, describeRequest, describeTags } from '../prompting/context.ts';
import { createFence, writeMessage } from '../prompting/fence.ts';
import { createReplyReader } from '../prompting/reply-reader.ts';
import { isModelConfigured } from '../provider/model.ts';
import { CreatedAnswer } from './answer-schemas.ts';
import { CREATE_SYSTEM } from './prompts.ts';
import { describeFrame, type Wish } from './wish.ts';

/** A mail that was made, not stored yet. */
export interface CreatedContent {
  engine: 'model' | 'builtin';
  content: TemplateContent;
  name: string;
  subject: string;
  reply: string;
  /** What was assumed, and what is to be filled in. */
  notes: string[];
}

const MAX_NAME = 200;
const MAX_NOTES = 20;
const MAX_NOTE_LENGTH = 500;

/** Makes a mail: by the operator's model, or from the built-in starters where there is none. Throws as `askChecked`. */
export async function createContent(context: AskContext, wish: Wish): Promise<CreatedContent> {
  return isModelConfigured(context.deps) ? createByModel(context, wish) : composeBuiltin(context, wish);
}

async function composeBuiltin(
  { deps, scope }: AskContext,
  { prompt, kind, locale, tags }: Wish,
): Promise<CreatedContent> {
  const brand = await readBrand({ deps, scope });
  const isForAgent = scope.actor.kind === 'agent';
  const request = { prompt, brand, mergeTags: tags, baseUrl: deps.baseUrl, isForAgent };
  const frame = { ...(kind !== undefined && { kind }), ...(locale !== undefined && { locale }) };
  const { content, name, subject, starter, notes } = composeFromStarters({ ...request, ...frame }, createId);
  const reply = `Made from the built-in design “${starter}”, since no AI provider is configured. ${notes.join(' ')}`;
  return { engine: 'builtin', content, name, subject, notes, reply: reply.trim() };
}

async function createByModel(context: AskContext, wish: Wish): Promise<CreatedContent> {
  const { prompt, tags, messages, locale, onReply } = wish;
  const brand = await readBrand(context);
  const fence = createFence();
  const check = createTagCheck(
    tags.map(({ value }) => value),
    prompt,
    brand,
  );
  return askChecked(
    context,
    {
      operation: 'generate',
      system: CREATE_SYSTEM,
      fence,
      content: writeMessage(fence, [
        describeBrand(fence, brand),
        describeTags(fence, tags),
        describeConversation(fence, messages),
        describeFrame(wish),
        describeRequest(fence, prompt),
      ]),
      schema: CreatedAnswer,
      onText: onReply && createReplyReader(onReply),
    },
    (answer) => readCreated(answer, check, locale),
  );
}

/** Reads what a model made; also what it made of a picture. */
export function readCreated(
  answer: unknown,
  tags: TagCheck,
  locale: string | undefined,
): Checked<CreatedContent> {
  const { blocks, settings, name, subject, reply, notes } = Object(answer) as Record<string, unknown>;
  if (!Array.isArray(blocks) || blocks.length === 0) {
    return { ok: false, faults: ['"blocks" must be a list with the blocks of the mail.'] };
  }
  const tidy = { ...(tidySettings(settings) as object), ...(locale !== undefined && { locale }) };
  const parsed = parseContent(
    { blocks: blocks.map((block) => withoutIds(tidyBlock(block))), settings: tidy },
    { makeId: createId, unknownBlockTypes: 'refuse', unknownFields: 'refuse' },
  );
  if (!parsed.ok) return { ok: false, faults: describeFaults(parsed.faults) };
  const { content } = parsed;
  const invented = tags.findInvented([content, name, subject]);
  if (invented.length > 0) return { ok: false, faults: [describeInvented(invented)] };
  const title = readText(name, MAX_NAME);
  return {
    ok: true,
    value: {
      engine: 'model',
      content,
      name: title === '' ? readText(subject, MAX_NAME) : title,
      subject: readText(subject, MAX_NAME),
      reply: readText(reply, 2000),
      notes: Array.isArray(notes)
        ? notes.slice(0, MAX_NOTES).map((note) => readText(note, MAX_NOTE_LENGTH))
        : [],
    },
  };
}

/** Ids are ours to make, so that no two templates share them. */
function withoutIds(block: unknown): unknown {
  return JSON.parse(JSON.stringify(block, (key, value) => (key === 'id' ? undefined : value)) ?? 'null');
}

function readText(value: unknown, length: number): string {
  return typeof value === 'string' ? value.trim().slice(0, length) : '';
}

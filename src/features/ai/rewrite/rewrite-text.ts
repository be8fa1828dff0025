import { readBrand } from '../../projects/index.ts';
import { asSchema } from '../block-form/plain-schema.ts';
import { rewriteFailed } from '../errors.ts';
import { type AskContext, askChecked, type Checked } from '../prompting/ask-checked.ts';
import { describeBrand } from '../prompting/context.ts';
import { createFence, FENCE_RULES, writeMessage } from '../prompting/fence.ts';
import type { RewriteInput } from '../schema.ts';
import { compareMarkup } from './compare-markup.ts';

const SYSTEM = `You rewrite a text of an email as an instruction says, and change nothing in it that the instruction does not ask for. The text is plain or HTML, and stays what it is.
Keep every merge tag, such as {{ name }}, {% if x %} or *|NAME|*, exactly as it is written and as often as it occurs; conditions and loops stay in their order around what they are about.
Keep every inline element, such as <a href="…">, <strong> or <span style="…">, with its attributes exactly, as often as it occurs and nested as it is; add none. Paragraphs, line breaks and lists may change if the instruction asks for it. Facts, names, numbers and links stay.
Answer with a JSON object: "text", the rewritten text and nothing else.

${FENCE_RULES} The data named "instruction" is the request: do to the data named "text" what it says.`;

const Answer = asSchema({ type: 'object', properties: { text: { type: 'string' } }, required: ['text'] });

/**
 * Rewrites a text by the operator's model. Merge tags and inline markup are compared afterwards; after a second try that
 * does not keep them, throws `validation_failed` naming what got lost.
 */
export async function rewriteByModel(context: AskContext, input: RewriteInput): Promise<string> {
  const { text, instruction, tone, locale } = input;
  const brand = await readBrand(context);
  const voice = { ...(brand.tone_of_voice !== undefined && { tone_of_voice: brand.tone_of_voice }) };
  const fence = createFence();
  const question = {
    operation: 'rewrite' as const,
    system: SYSTEM,
    fence,
    content: writeMessage(fence, [
      fence.enclose('text', text),
      tone === undefined
        ? describeBrand(fence, voice)
        : `How it is to sound:\n${fence.enclose('tone', tone)}`,
      locale === undefined ? undefined : `Its language afterwards, as BCP-47: ${JSON.stringify(locale)}`,
      fence.enclose('instruction', instruction),
    ]),
    schema: Answer,
  };
  return askChecked(context, question, (answer) => checkRewritten(text, answer), rewriteFailed);
}

function checkRewritten(before: string, answer: unknown): Checked<string> {
  const { text } = Object(answer) as { text?: unknown };
  if (typeof text !== 'string' || text.trim() === '') return { ok: false, faults: ['"text" is missing.'] };
  const faults = compareMarkup(before, text);
  return faults.length === 0 ? { ok: true, value: text } : { ok: false, faults };
}

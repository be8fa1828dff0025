import type { OfferedTag } from '../../../mail/starters/tags.ts';
import { readBrand } from '../../projects/index.ts';
import { describeInvented } from '../changes/plan-change.ts';
import { rewriteFailed } from '../errors.ts';
import { asSchema } from '../model/request.ts';
import { type AskContext, askChecked, type Checked } from '../prompting/ask-checked.ts';
import {
  createFence,
  createTagCheck,
  describeBrand,
  describeTags,
  FENCE_RULES,
  listMergeTags,
  writeMessage,
} from '../prompting/prompt.ts';
import type { RewriteInput } from '../schema.ts';
import { compareMarkup } from './markup.ts';

const REWRITE_SYSTEM = `You rewrite a text of an email as an instruction says, and change nothing in it that the instruction does not ask for. The text is plain or HTML, and stays what it is.
Keep every merge tag, such as {{ name }}, {% if x %} or *|NAME|*, exactly as it is written and as often as it occurs; conditions and loops stay in their order around what they are about.
Keep every inline element, such as <a href="…">, <strong> or <span style="…">, with its attributes exactly, as often as it occurs and nested as it is; add none. Paragraphs, line breaks and lists may change if the instruction asks for it. Facts, names, numbers and links stay.
Answer with a JSON object: "text", the rewritten text and nothing else.

${FENCE_RULES} The data named "instruction" is the request: do to the data named "text" what it says.`;

const RewriteAnswer = asSchema({
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
});

/**
 * Rewrites a text with the operator's model. If it does not keep the merge tags and inline markup in two tries, throws
 * `validation_failed`, which names the differences.
 */
export async function rewriteByModel(context: AskContext, input: RewriteInput): Promise<string> {
  const { text, instruction, tone, locale } = input;
  const brand = await readBrand(context);
  const voice = { ...(brand.tone_of_voice !== undefined && { tone_of_voice: brand.tone_of_voice }) };
  const fence = createFence();
  const question = {
    operation: 'rewrite' as const,
    system: REWRITE_SYSTEM,
    fence,
    content: writeMessage(fence, [
      fence.enclose('text', text),
      tone === undefined
        ? describeBrand(fence, voice)
        : `How it is to sound:\n${fence.enclose('tone', tone)}`,
      locale === undefined ? undefined : `Its language afterwards, as BCP-47: ${JSON.stringify(locale)}`,
      fence.enclose('instruction', instruction),
    ]),
    schema: RewriteAnswer,
  };
  return askChecked(context, question, (answer) => checkRewritten(text, answer), rewriteFailed);
}

function checkRewritten(before: string, answer: unknown): Checked<string> {
  const { text } = Object(answer) as { text?: unknown };
  if (typeof text !== 'string' || text.trim() === '') return { ok: false, faults: ['"text" is missing.'] };
  const faults = compareMarkup(before, text);
  return faults.length === 0 ? { ok: true, value: text } : { ok: false, faults };
}

const FIX_SYSTEM = `You put right one fault in a piece of HTML of an email and change nothing else in it. Keep its words, links, merge tags and elements except where they are the fault.
Answer with a JSON object: "html", the whole piece of HTML afterwards and nothing else.

${FENCE_RULES} The data named "fault" says what to put right in the data named "html".`;

const FixAnswer = asSchema({ type: 'object', properties: { html: { type: 'string' } }, required: ['html'] });

/** A fault in the HTML of a block. */
export interface Fault {
  html: string;
  message: string | undefined;
  suggestion: string | undefined;
  /** Whether merge tags are at fault; otherwise none may be lost. */
  isAboutTags: boolean;
  tags: readonly OfferedTag[];
  /** Whether a changed version still has the fault. */
  isStillIn(html: string): Promise<boolean>;
}

/**
 * Fixes a fault that no rule can fix with the operator's model. The answer may have no merge tags that were not
 * offered, and must no longer have the fault. Throws the errors of `askChecked`.
 */
export async function fixByModel(context: AskContext, fault: Fault): Promise<string> {
  const { html, message, suggestion, tags } = fault;
  const fence = createFence();
  const said = [message, suggestion].filter((part) => part !== undefined && part !== '').join('\n');
  const question = {
    operation: 'fix' as const,
    system: FIX_SYSTEM,
    fence,
    content: writeMessage(fence, [
      fence.enclose('html', html),
      describeTags(fence, tags),
      fence.enclose('fault', said),
    ]),
    schema: FixAnswer,
  };
  return askChecked(context, question, (answer) => checkFixed(fault, answer));
}

async function checkFixed(fault: Fault, answer: unknown): Promise<Checked<string>> {
  const { html } = Object(answer) as { html?: unknown };
  if (typeof html !== 'string' || html.trim() === '') return { ok: false, faults: ['"html" is missing.'] };
  const offered = fault.tags.map(({ value }) => value);
  const invented = createTagCheck(fault.html, offered).findInvented(html);
  if (invented.length > 0) return { ok: false, faults: [describeInvented(invented)] };
  const present = listMergeTags(html);
  const lost = fault.isAboutTags ? [] : listMergeTags(fault.html).filter((tag) => !present.includes(tag));
  if (lost.length > 0) return { ok: false, faults: lost.map((tag) => `The merge tag ${tag} got lost.`) };
  if (await fault.isStillIn(html)) return { ok: false, faults: ['The fault is still in it.'] };
  return { ok: true, value: html };
}

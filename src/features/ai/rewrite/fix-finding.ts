import type { OfferedTag } from '../../../mail/starters/tags.ts';
import { asSchema } from '../block-form/plain-schema.ts';
import { describeInvented } from '../changes/plan-change.ts';
import { createTagCheck, listMergeTags } from '../merge-tags.ts';
import { type AskContext, askChecked, type Checked } from '../prompting/ask-checked.ts';
import { describeTags } from '../prompting/context.ts';
import { createFence, FENCE_RULES, writeMessage } from '../prompting/fence.ts';

const SYSTEM = `You put right one fault in a piece of HTML of an email and change nothing else in it. Keep its words, links, merge tags and elements except where they are the fault.
Answer with a JSON object: "html", the whole piece of HTML afterwards and nothing else.

${FENCE_RULES} The data named "fault" says what to put right in the data named "html".`;

const Answer = asSchema({ type: 'object', properties: { html: { type: 'string' } }, required: ['html'] });

/** A fault in the HTML of a block. */
export interface Fault {
  html: string;
  message: string | undefined;
  suggestion: string | undefined;
  /** Whether merge tags are what is wrong; otherwise none may get lost. */
  isAboutTags: boolean;
  tags: readonly OfferedTag[];
  /** Whether the fault is still in another version. */
  isStillIn(html: string): Promise<boolean>;
}

/**
 * Has the operator's model put right a fault no rule can. The answer must have no merge tag nobody offered, and the fault
 * must be gone. Throws as `askChecked` does.
 */
export async function fixByModel(context: AskContext, fault: Fault): Promise<string> {
  const { html, message, suggestion, tags } = fault;
  const fence = createFence();
  const said = [message, suggestion].filter((part) => part !== undefined && part !== '').join('\n');
  const question = {
    operation: 'fix' as const,
    system: SYSTEM,
    fence,
    content: writeMessage(fence, [
      fence.enclose('html', html),
      describeTags(fence, tags),
      fence.enclose('fault', said),
    ]),
    schema: Answer,
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

import { mayPerform } from '../platform/operation.ts';
import type { Prompt } from './catalogue.ts';
import { escapeInvisible } from './fence.ts';
import type { McpSession } from './session.ts';

/** The protocol allows at most 100 values in an answer. */
const MAX_VALUES = 100;

/** The messages of a prompt. `invalid` creates the protocol's error for an unknown prompt or a missing argument. */
export function renderPrompt(
  prompts: readonly Prompt[],
  name: string,
  given: Readonly<Record<string, string>>,
  invalid: (message: string) => Error,
) {
  const prompt = prompts.find((candidate) => candidate.name === name);
  if (prompt === undefined) {
    const known = prompts.map((candidate) => candidate.name).join(', ');
    throw invalid(`Unknown prompt: ${name.slice(0, 100)}. There are: ${known}.`);
  }
  const missing = prompt.arguments.find((argument) => argument.required && !given[argument.name]?.trim());
  if (missing !== undefined) throw invalid(`${missing.name} is required. ${missing.description}`);
  const { description } = prompt;
  const lines = Object.entries(given).map(([argument, value]) => [argument, toOneLine(value)]);
  const text = prompt.render(Object.fromEntries(lines));
  return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}

/** Puts an argument on one line, so that pasted text cannot look like a step of the prompt. */
function toOneLine(value: string): string {
  return escapeInvisible(value.replace(/[\s\p{Cc}]+/gu, ' ').trim());
}

/** Completions for the argument of a prompt. */
export async function complete(
  session: McpSession,
  prompts: readonly Prompt[],
  ref: { type: string; name?: string },
  argument: { name: string; value: string },
): Promise<{ completion: { values: string[]; hasMore: boolean } }> {
  const prompt = ref.type === 'ref/prompt' ? prompts.find(({ name }) => name === ref.name) : undefined;
  const operation = prompt?.arguments.find(({ name }) => name === argument.name)?.completion;
  const { scope } = session;
  if (operation === undefined || (scope && !mayPerform(operation, scope)))
    return { completion: { values: [], hasMore: false } };
  const output = (await session.perform(operation, { value: argument.value })) as {
    values: string[];
    has_more: boolean;
  };
  return { completion: { values: output.values.slice(0, MAX_VALUES), hasMore: output.has_more } };
}

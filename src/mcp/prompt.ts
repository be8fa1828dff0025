import type { Prompt } from './catalogue.ts';

/** The messages of a prompt. `invalid` makes the protocol's error for what was asked wrongly. */
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
  if (missing !== undefined) throw invalid(`${missing.name}: is required. ${missing.description}`);
  const { description } = prompt;
  const text = prompt.render(given);
  return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}

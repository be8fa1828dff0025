import type { TSchema } from '@sinclair/typebox';
import type { DomainError } from '../../../platform/errors.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import { answerNotUsable } from '../errors.ts';
import {
  askModel,
  isNoJson,
  type ModelMessage,
  type ModelOperation,
  type ModelPart,
} from '../model/index.ts';
import type { Fence } from './prompt.ts';

/** What callers know about a model's request. */
export interface AskContext extends TenantContext {
  signal?: AbortSignal | undefined;
}

interface Question {
  operation: ModelOperation;
  system: string;
  /** The fence of the user's message. Faults of an answer may quote it. */
  fence: Fence;
  /** The user's message. */
  content: string | readonly ModelPart[];
  schema: TSchema;
  /** Called with the pieces of the first answer as they arrive. */
  onText?: ((piece: string) => void) | undefined;
  maxOutputTokens?: number;
}

/** A valid answer, or its faults as sentences that tell the model what to do instead. */
export type Checked<Value> = { ok: true; value: Value } | { ok: false; faults: string[] };

/** Most faults that are sent back. Models do not fix more at once. */
const MAX_FAULTS = 20;

/** Most characters of an invalid answer that are sent back with its faults. */
const MAX_REPEATED = 60_000;

/**
 * Asks a model and checks its answer with `check`. An invalid answer is sent back once with its faults. If the second
 * answer is invalid too, throws `toError(faults)`. Also throws the errors of `askModel`.
 */
export async function askChecked<Value>(
  { deps, scope, signal }: AskContext,
  { operation, system, fence, content, schema, onText, maxOutputTokens }: Question,
  check: (answer: unknown) => Checked<Value> | Promise<Checked<Value>>,
  toError: (faults: readonly string[]) => DomainError = answerNotUsable,
): Promise<Value> {
  const ask = (messages: ModelMessage[], listen: typeof onText) =>
    askModel(
      { deps, scope },
      {
        operation,
        system,
        messages,
        schema,
        signal,
        ...(listen !== undefined && { onText: listen }),
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      },
    );
  const question: ModelMessage = { role: 'user', content };
  const first = await ask([question], onText).catch((error: unknown) => {
    if (isNoJson(error)) return undefined;
    throw error;
  });
  const checked = first === undefined ? NOT_JSON : await check(first.value);
  if (checked.ok) return checked.value;
  const second = await ask([question, ...repairMessages(fence, first?.text, checked.faults)], undefined);
  const again = await check(second.value);
  if (again.ok) return again.value;
  throw toError(again.faults);
}

const NOT_JSON: Checked<never> = {
  ok: false,
  faults: ['It was not exactly one JSON object of the requested form.'],
};

/** Messages that send an answer back with its faults. */
function repairMessages(
  fence: Fence,
  answered: string | undefined,
  faults: readonly string[],
): ModelMessage[] {
  return [
    { role: 'assistant', content: answered?.slice(0, MAX_REPEATED) ?? '(an answer that was not JSON)' },
    { role: 'user', content: describeFaults(fence, faults) },
  ];
}

function describeFaults(fence: Fence, faults: readonly string[]): string {
  const list = faults.slice(0, MAX_FAULTS).map((fault) => `- ${fault}`);
  return `Your answer cannot be used. What is wrong with it:\n${fence.enclose('faults', list.join('\n'))}\nAnswer again in full, with these put right and everything else as it was.`;
}

/** The property of an answer that is shown while it arrives. */
const PROPERTY = /"reply"\s*:\s*"/;

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * Reads the text of the property `reply` from JSON that arrives in pieces, and passes each part of it to `show`.
 * Prompts ask for this property first. Calls nothing if there is no such property.
 */
export function createReplyReader(show: (text: string) => void): (piece: string) => void {
  let rest = '';
  let state: 'before' | 'inside' | 'after' = 'before';
  return (piece) => {
    if (state === 'after') return;
    rest += piece;
    if (state === 'before') {
      const found = PROPERTY.exec(rest);
      if (found === null) return;
      rest = rest.slice(found.index + found[0].length);
      state = 'inside';
    }
    const read = readString(rest);
    rest = read.rest;
    if (read.isClosed) state = 'after';
    if (read.text !== '') show(read.text.toWellFormed());
  };
}

/** Decodes the part of a JSON string that has arrived. An incomplete escape stays in `rest`. */
function readString(source: string): { text: string; rest: string; isClosed: boolean } {
  let text = '';
  let index = 0;
  while (index < source.length) {
    const character = source[index] as string;
    if (character === '"') return { text, rest: '', isClosed: true };
    if (character !== '\\') {
      text += character;
      index += 1;
      continue;
    }
    const read = readEscape(source, index);
    if (read === undefined) break;
    text += read.text;
    index += read.length;
  }
  return splitPair(text, source.slice(index));
}

function readEscape(source: string, index: number): { text: string; length: number } | undefined {
  const kind = source[index + 1];
  if (kind === undefined) return undefined;
  if (kind !== 'u') return { text: ESCAPES[kind] ?? kind, length: 2 };
  const digits = source.slice(index + 2, index + 6);
  if (digits.length < 4) return undefined;
  const unit = Number.parseInt(digits, 16);
  return { text: String.fromCharCode(Number.isNaN(unit) ? 0xfffd : unit), length: 6 };
}

/** Keeps the first half of a surrogate pair back until the second arrives. */
function splitPair(text: string, rest: string) {
  const last = text.charCodeAt(text.length - 1);
  if (!(last >= 0xd800 && last <= 0xdbff)) return { text, rest, isClosed: false };
  const half = `\\u${last.toString(16)}`;
  return { text: text.slice(0, -1), rest: half + rest, isClosed: false };
}

import type { TSchema } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import type { DomainError } from '../../../platform/errors.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { answerNotUsable } from '../errors.ts';
import {
  askModel,
  isNoJson,
  type ModelMessage,
  type ModelOperation,
  type ModelPart,
} from '../provider/model.ts';
import type { Fence } from './fence.ts';

/** What a caller of a model has. */
export interface AskContext {
  deps: Deps;
  scope: TenantScope;
  signal?: AbortSignal | undefined;
}

export interface Question {
  operation: ModelOperation;
  system: string;
  /** That of the user's message: what is wrong with an answer may quote it. */
  fence: Fence;
  /** The user's message. */
  content: string | readonly ModelPart[];
  schema: TSchema;
  /** Called with the pieces of the first answer as they come. */
  onText?: ((piece: string) => void) | undefined;
  maxOutputTokens?: number;
}

/** An answer that holds, or what is wrong with it: whole sentences that tell the model what to do instead. */
export type Checked<Value> = { ok: true; value: Value } | { ok: false; faults: string[] };

/** Faults told to a model; more would not be put right at once. */
const MAX_FAULTS = 20;

/** As much of a useless answer as is shown to the model again. */
const MAX_REPEATED = 60_000;

/**
 * Asks a model and checks what it answers. What does not hold is sent back once, with what is wrong with it; if the
 * second answer does not hold either, throws what `toError` makes of its faults. Throws as `askModel` does.
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
  faults: ['It was not the JSON object that was asked for, and nothing else.'],
};

/** What was answered, if it can be repeated, and what is wrong with it. */
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

import type { Deps } from '../../../platform/deps.ts';
import { DomainError } from '../../../platform/errors.ts';
import { type CallResult, callModel } from './call-provider.ts';
import { type FailureKind, ModelFailure, readFailure } from './failure.ts';
import { parseJsonAnswer, type Structure, structuresOf, toPlainSchema } from './json-answer.ts';
import {
  ANSWER_TIMEOUT_FACTOR,
  type ModelAnswer,
  type ModelRequest,
  type ModelSettings,
  type TokenCounter,
} from './request.ts';
import { withRetries } from './retries.ts';

/**
 * Features that the model supports, as found by earlier requests. Kept, so that a form that fails is tried only once.
 */
interface Capabilities {
  structure?: Structure;
  /** False: it sends the answer as a whole. */
  isStreamed: boolean;
}

/** One request with its retries and forms of answer. */
export interface Run {
  log: Deps['log'];
  client: {
    settings: ModelSettings;
    /** By model and operation, because a provider may accept one schema and refuse another. */
    capabilities: Map<string, Capabilities>;
  };
  request: ModelRequest & { maxOutputTokens: number };
  modelName: string;
  schema: Record<string, unknown> | undefined;
  capabilities: Capabilities;
  signal: AbortSignal;
  counter: TokenCounter;
  retries: number;
  /** Whether the caller has received text already, so that the call cannot be repeated. */
  hasShown: boolean;
}

export interface RunOutcome extends Omit<ModelAnswer, 'usage'> {
  /** The form of JSON that worked. */
  structure?: Structure | undefined;
  isStreamed: boolean;
}

/**
 * Asks the model until it answers: repeats after temporary failures, and asks in another form if the provider does not
 * support the first. Throws `ModelFailure`, or the signal's reason.
 */
export async function runRequest(
  context: Pick<Run, 'log' | 'client' | 'counter' | 'signal' | 'retries'>,
  request: Run['request'],
): Promise<RunOutcome> {
  const { client } = context;
  const modelName = chooseModel(client, request);
  const schema = request.schema === undefined ? undefined : toPlainSchema(request.schema);
  const capabilities = capabilitiesOf(client, `${modelName} ${request.operation}`);
  const run: Run = { ...context, request, modelName, schema, capabilities, hasShown: false };
  const { text, model, end } = schema === undefined ? await tryBothWays(run, undefined) : await tryForms(run);
  const { isStreamed, structure } = capabilities;
  if (schema === undefined) return { text, model, complete: end === 'stop', isStreamed };
  const value = parseJsonAnswer(text);
  if (value === undefined) throw new ModelFailure(end === 'length' ? 'unfinished' : 'no_json');
  return { text, model, value, complete: true, isStreamed, structure };
}

/** The vision model if the messages have pictures or documents. */
function chooseModel({ settings }: Run['client'], { messages }: ModelRequest): string {
  const isSeeing = messages.some(
    ({ content }) => typeof content !== 'string' && content.some(({ type }) => type !== 'text'),
  );
  return isSeeing && settings.visionModel !== '' ? settings.visionModel : settings.model;
}

function capabilitiesOf({ capabilities }: Run['client'], name: string): Capabilities {
  const known = capabilities.get(name) ?? { isStreamed: true };
  capabilities.set(name, known);
  return known;
}

/** Tries the forms of JSON, the strictest first. Remembers the first one that works. */
async function tryForms(run: Run): Promise<CallResult> {
  const forms = structuresOf(run.client.settings);
  const first = Math.max(0, forms.indexOf(run.capabilities.structure ?? 'schema'));
  let failure: unknown;
  for (const form of forms.slice(first)) {
    try {
      const result = await tryBothWays(run, form);
      run.capabilities.structure = form;
      return result;
    } catch (error) {
      // The failure of the strictest form says most about the cause.
      failure ??= error;
      if (run.hasShown || !isAboutForm(error)) throw failure;
    }
  }
  throw failure;
}

/** Servers report in many ways that they do not support a form. */
function isAboutForm(error: unknown): boolean {
  if (!(error instanceof ModelFailure)) return false;
  if (error.kind === 'rejected') return true;
  const { detail = '' } = error.facts;
  return error.kind === 'overloaded' && /response_format|json|schema|grammar|structured/i.test(detail);
}

/** Asks for a stream, and for the whole answer if the server does not stream. */
async function tryBothWays(run: Run, form: Structure | undefined): Promise<CallResult> {
  const retry = {
    signal: run.signal,
    atMost: run.retries,
    mayRetry: () => !run.hasShown,
    onRetry: ({ kind, facts }: ModelFailure) =>
      run.log.warn({ kind, ...facts }, 'the AI provider failed; it is asked again'),
  };
  try {
    return await withRetries(() => callOnce(run, form), retry);
  } catch (error) {
    if (!(error instanceof ModelFailure) || error.kind !== 'not_streamed') throw error;
    run.capabilities.isStreamed = false;
    return await withRetries(() => callOnce(run, form), retry);
  }
}

/** Failures for which providers charge no tokens, unless text has arrived already. */
const FREE: ReadonlySet<FailureKind> = new Set([
  'unauthorized',
  'unknown_model',
  'wrong_address',
  'no_credit',
  'rate_limited',
  'overloaded',
  'too_long',
  'rejected',
  'name',
  'network',
  'tls',
]);

async function callOnce(run: Run, form: Structure | undefined): Promise<CallResult> {
  const { client, request, modelName, schema, capabilities, signal, counter } = run;
  const { settings } = client;
  const deadline = createDeadline(settings.timeoutSeconds, signal);
  let text = '';
  counter.hasStarted = true;
  try {
    const result = await callModel({
      settings,
      modelName,
      request,
      structure: schema === undefined || form === undefined ? undefined : { schema, by: form },
      maxOutputTokens: request.maxOutputTokens,
      isStreamed: capabilities.isStreamed,
      signal: deadline.signal,
      onActivity: deadline.renew,
      onText(piece) {
        text += piece;
        if (request.onText === undefined) return;
        run.hasShown = true;
        request.onText(piece);
      },
    });
    counter.add(result, text);
    return result;
  } catch (thrown) {
    const failure = readFailure(thrown, { hidden: listPrivate(run), hasBegun: text !== '' });
    if (text !== '' || signal.aborted || !FREE.has(failure.kind)) counter.add({}, text);
    signal.throwIfAborted();
    throw thrown instanceof DomainError ? thrown : failure;
  } finally {
    deadline.end();
  }
}

/** The key and the prompts: a provider's error message may repeat them. */
function listPrivate({ client, request }: Run): string[] {
  const texts = request.messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? content
      : content.flatMap((part) => (part.type === 'text' ? part.text : [])),
  );
  return [client.settings.apiKey, request.system, ...texts];
}

interface Deadline {
  /** Aborts with the caller's reason, or with a `ModelFailure`: `silent` or `slow`. */
  signal: AbortSignal;
  /** Call it when the provider has sent something. */
  renew(): void;
  end(): void;
}

/** Limits how long a provider may be silent, and how long a whole answer may take. */
function createDeadline(timeoutSeconds: number, caller: AbortSignal): Deadline {
  const over = new AbortController();
  const giveUp = (kind: 'silent' | 'slow') => () => over.abort(new ModelFailure(kind));
  const silence = setTimeout(giveUp('silent'), timeoutSeconds * 1000);
  const whole = setTimeout(giveUp('slow'), timeoutSeconds * 1000 * ANSWER_TIMEOUT_FACTOR);
  return {
    signal: AbortSignal.any([caller, over.signal]),
    renew: () => void silence.refresh(),
    end() {
      clearTimeout(silence);
      clearTimeout(whole);
    },
  };
}

import type { Deps } from '../../../platform/deps.ts';
import { DomainError } from '../../../platform/errors.ts';
import { type CallResult, callModel } from './call-model.ts';
import { type FailureKind, ModelFailure } from './failure.ts';
import type { Meter } from './meter.ts';
import type { ModelAnswer, ModelRequest } from './model-request.ts';
import type { ModelSettings } from './model-settings.ts';
import { parseJsonAnswer } from './parse-json.ts';
import { createPatience } from './patience.ts';
import { readFailure } from './read-failure.ts';
import { withRetries } from './retry.ts';
import type { Structure } from './sdk.ts';
import { structuresOf, toPlainSchema } from './structure.ts';

/** What has turned out about a model, so that it is not tried anew with each request. */
export interface Abilities {
  structure?: Structure;
  /** False: it answers in one piece. */
  isStreamed: boolean;
}

/** One request on its way through tries and forms of answer. */
export interface Run {
  log: Deps['log'];
  client: {
    settings: ModelSettings;
    /** By model and kind of request: a form of answer may be too much for a provider, another not. */
    abilities: Map<string, Abilities>;
  };
  request: ModelRequest & { maxOutputTokens: number };
  modelName: string;
  schema: Record<string, unknown> | undefined;
  abilities: Abilities;
  signal: AbortSignal;
  meter: Meter;
  retries: number;
  /** Whether the caller has seen some text, so that nothing can be begun anew. */
  hasShown: boolean;
}

export interface RunOutcome extends Omit<ModelAnswer, 'usage'> {
  /** The form of JSON that worked. */
  structure?: Structure | undefined;
  isStreamed: boolean;
}

/**
 * Asks the model until there is an answer: again after failures that pass, in another form where the provider does not
 * know the one asked for. Throws `ModelFailure`, and the signal's reason.
 */
export async function runRequest(
  context: Pick<Run, 'log' | 'client' | 'meter' | 'signal' | 'retries'>,
  request: Run['request'],
): Promise<RunOutcome> {
  const { client } = context;
  const modelName = chooseModel(client, request);
  const schema = request.schema === undefined ? undefined : toPlainSchema(request.schema);
  const abilities = learnAbilities(client, `${modelName} ${request.operation}`);
  const run: Run = { ...context, request, modelName, schema, abilities, hasShown: false };
  const { text, model, end } = schema === undefined ? await tryBothWays(run, undefined) : await tryForms(run);
  const { isStreamed, structure } = abilities;
  if (schema === undefined) return { text, model, complete: end === 'stop', isStreamed };
  const value = parseJsonAnswer(text);
  if (value === undefined) throw new ModelFailure(end === 'length' ? 'unfinished' : 'no_json');
  return { text, model, value, complete: true, isStreamed, structure };
}

/** Pictures and documents are for the vision model. */
function chooseModel({ settings }: Run['client'], { messages }: ModelRequest): string {
  const isSeeing = messages.some(
    ({ content }) => typeof content !== 'string' && content.some(({ type }) => type !== 'text'),
  );
  return isSeeing && settings.visionModel !== '' ? settings.visionModel : settings.model;
}

function learnAbilities({ abilities }: Run['client'], name: string): Abilities {
  const known = abilities.get(name) ?? { isStreamed: true };
  abilities.set(name, known);
  return known;
}

/** From the surest form of JSON to the one that any server knows; the first that works is remembered. */
async function tryForms(run: Run): Promise<CallResult> {
  const forms = structuresOf(run.client.settings);
  const first = Math.max(0, forms.indexOf(run.abilities.structure ?? 'schema'));
  let failure: unknown;
  for (const form of forms.slice(first)) {
    try {
      const result = await tryBothWays(run, form);
      run.abilities.structure = form;
      return result;
    } catch (error) {
      // What the surest form has met with says most about the trouble.
      failure ??= error;
      if (run.hasShown || !isAboutForm(error)) throw failure;
    }
  }
  throw failure;
}

/** Servers say in many ways, or not at all, that they do not know a form. */
function isAboutForm(error: unknown): boolean {
  if (!(error instanceof ModelFailure)) return false;
  if (error.kind === 'rejected') return true;
  const { detail = '' } = error.facts;
  return error.kind === 'overloaded' && /response_format|json|schema|grammar|structured/i.test(detail);
}

/** In pieces; from a server that does not do that, as a whole. */
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
    run.abilities.isStreamed = false;
    return await withRetries(() => callOnce(run, form), retry);
  }
}

/** Failures for which no provider asks money, unless text has come already. */
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
  const { client, request, modelName, schema, abilities, signal, meter } = run;
  const { settings } = client;
  const patience = createPatience(settings.timeoutSeconds, signal);
  let text = '';
  meter.begin();
  try {
    const result = await callModel({
      settings,
      modelName,
      request,
      structure: schema === undefined || form === undefined ? undefined : { schema, by: form },
      maxOutputTokens: request.maxOutputTokens,
      isStreamed: abilities.isStreamed,
      signal: patience.signal,
      onActivity: patience.renew,
      onText(piece) {
        text += piece;
        if (request.onText === undefined) return;
        run.hasShown = true;
        request.onText(piece);
      },
    });
    meter.count(result, text);
    return result;
  } catch (thrown) {
    const failure = readFailure(thrown, { hidden: listPrivate(run), hasBegun: text !== '' });
    if (text !== '' || signal.aborted || !FREE.has(failure.kind)) meter.count({}, text);
    signal.throwIfAborted();
    throw thrown instanceof DomainError ? thrown : failure;
  } finally {
    patience.end();
  }
}

/** The key, and what was asked: a provider's explanation may repeat them. */
function listPrivate({ client, request }: Run): string[] {
  const texts = request.messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? content
      : content.flatMap((part) => (part.type === 'text' ? part.text : [])),
  );
  return [client.settings.apiKey, request.system, ...texts];
}

import { stopwatch } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DomainError } from '../../../platform/errors.ts';
import { FairSemaphore } from '../../../platform/fair-use/fair-semaphore.ts';
import type { Logger } from '../../../platform/logging/log.ts';
import { traced } from '../../../platform/logging/tracing.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import type { UsageBudgets } from '../usage-budgets.ts';
import { noModel, providerBusy, toCallerError } from './errors.ts';
import { ModelFailure } from './failure.ts';
import {
  estimateInputTokens,
  type ModelAnswer,
  type ModelRequest,
  type ModelSettings,
  TokenCounter,
} from './request.ts';
import { type Run, runRequest } from './run-request.ts';

/** Default limit of the tokens of an answer. */
const MAX_OUTPUT_TOKENS = 8_000;

/** Tries after the first one. */
const RETRIES = 3;

/** Waiting requests per running one: of all tenants together, and of one tenant. */
const WAITING_PER_PERMIT = 10;
const WAITING_PER_PERMIT_OF_TENANT = 2;

export const createSemaphore = (limit: number) =>
  new FairSemaphore({
    limit,
    maxWaiting: limit * WAITING_PER_PERMIT,
    maxWaitingPerOwner: limit * WAITING_PER_PERMIT_OF_TENANT,
    refusal: providerBusy,
  });

/** Client of the operator's model. Limits concurrent requests and keeps budgets. */
export class ModelClient {
  readonly settings: ModelSettings;
  readonly capabilities: Run['client']['capabilities'] = new Map();
  readonly #log: Logger;
  readonly #budgets: UsageBudgets;
  /** Limits concurrent requests. Waiting tenants take turns. */
  readonly #semaphore: FairSemaphore;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(settings: ModelSettings, budgets: UsageBudgets, log: Logger) {
    this.settings = settings;
    this.#budgets = budgets;
    this.#log = log;
    this.#semaphore = createSemaphore(settings.concurrency);
  }

  /** Whether the operator has set up a model. */
  get isConfigured(): boolean {
    return this.settings.provider !== 'none';
  }

  /** Aborts when the server stops. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** See `askModel`. */
  async ask(scope: TenantScope, request: ModelRequest): Promise<ModelAnswer> {
    if (!this.isConfigured) throw noModel();
    const signal = AbortSignal.any([this.closing, ...(request.signal === undefined ? [] : [request.signal])]);
    const asking = this.#askWithinBudget(scope, request, signal);
    this.#underWay.add(asking);
    try {
      return await asking;
    } finally {
      this.#underWay.delete(asking);
    }
  }

  /** Ends running requests and records their usage. */
  async close(): Promise<void> {
    this.#closing.abort(
      new DomainError('unavailable', 'The server is being stopped. Try again in a moment.'),
    );
    await Promise.allSettled(this.#underWay);
    await this.#budgets.flush();
  }

  /** Reserves tokens, waits for a turn, and asks. Counts the used tokens also after a failure. */
  async #askWithinBudget(
    scope: TenantScope,
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<ModelAnswer> {
    const maxOutputTokens = request.maxOutputTokens ?? MAX_OUTPUT_TOKENS;
    const { operation } = request;
    const expected = estimateInputTokens(request);
    const counter = new TokenCounter(expected);
    const elapsed = stopwatch();
    const reservation = await this.#budgets.open(scope, expected + maxOutputTokens, signal);
    try {
      const release = await this.#semaphore.acquire(ownerOf(scope), { signal });
      try {
        const context = { log: this.#log, client: this, counter, signal, retries: RETRIES };
        const { text, value, model, complete } = await runRequest(context, { ...request, maxOutputTokens });
        return { text, value, model, complete, usage: counter.usage };
      } finally {
        release();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
      const { kind, facts } = error;
      this.#log.warn({ operation, kind, ...facts }, 'the AI provider gave no answer');
      throw toCallerError(error);
    } finally {
      if (counter.hasStarted) {
        await this.#budgets.close(scope, reservation, operation, counter.usage);
        const ms = Math.round(elapsed());
        this.#log.debug({ operation, ...counter.usage, ms }, 'the AI provider was asked');
      } else await this.#budgets.cancel(reservation);
    }
  }
}

/** Whether the operator has set up a model. */
export function isModelConfigured(deps: Deps): boolean {
  return deps.services.ai.model.isConfigured;
}

/**
 * Asks the operator's model. Throws `unavailable` (no provider is set up, or it cannot be reached after some tries),
 * `rate_limited` (a budget is used up, or the provider's limit is), `validation_failed` (the model refused, or its
 * answer is no JSON), `too_large` (more than the model takes); the reason of `signal` when that aborts.
 */
export function askModel({ deps, scope }: TenantContext, request: ModelRequest): Promise<ModelAnswer> {
  const { model } = deps.services.ai;
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': model.settings.provider,
    'galley.ai.purpose': request.operation,
  };
  return traced(deps.tracing, 'chat', { kind: 'client', attributes }, async (span) => {
    const answer = await model.ask(scope, request);
    span.set({
      'gen_ai.response.model': answer.model,
      'gen_ai.usage.input_tokens': answer.usage.inputTokens,
      'gen_ai.usage.output_tokens': answer.usage.outputTokens,
    });
    return answer;
  });
}

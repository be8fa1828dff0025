import { stopwatch } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { type Desk, findDesk } from './desk.ts';
import { providerNotConfigured, toCallerError } from './errors.ts';
import { estimateInputTokens } from './estimate.ts';
import { ModelFailure } from './failure.ts';
import { createMeter } from './meter.ts';
import type { ModelAnswer, ModelRequest } from './model-request.ts';
import { runRequest } from './run-request.ts';

/** If a request does not say what its answer may have. */
const MAX_OUTPUT_TOKENS = 8_000;

/** After the first try. */
const RETRIES = 3;

interface AskContext {
  deps: Deps;
  scope: TenantScope;
}

/** Whether the operator has set up a model that can be asked. */
export function isModelConfigured(deps: Deps): boolean {
  return findOpenDesk(deps) !== undefined;
}

/**
 * Asks the operator's model. Throws `unavailable` (no provider is set up, or it cannot be reached after some tries),
 * `rate_limited` (a budget is used up, or the provider's limit is), `validation_failed` (the model refused, or its
 * answer is no JSON), `too_large` (more than the model takes); the reason of `signal` when that aborts.
 */
export async function askModel(context: AskContext, request: ModelRequest): Promise<ModelAnswer> {
  const desk = findOpenDesk(context.deps);
  if (desk === undefined) throw providerNotConfigured();
  const signal = AbortSignal.any([desk.closing, ...(request.signal === undefined ? [] : [request.signal])]);
  const asking = askAtDesk(desk, context, request, signal);
  desk.underway.add(asking);
  try {
    return await asking;
  } finally {
    desk.underway.delete(asking);
  }
}

function findOpenDesk(deps: Deps): Desk | undefined {
  const desk = findDesk(deps);
  return desk?.settings.provider === 'none' ? undefined : desk;
}

/** Sets tokens aside, waits for a turn, asks, and counts what was used, whatever has become of it. */
async function askAtDesk(
  desk: Desk,
  { deps, scope }: AskContext,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const maxOutputTokens = request.maxOutputTokens ?? MAX_OUTPUT_TOKENS;
  const expected = estimateInputTokens(request);
  const meter = createMeter(expected);
  const elapsed = stopwatch();
  const reservation = await desk.ledger.open(scope, expected + maxOutputTokens, signal);
  try {
    const release = await desk.semaphore.acquire(scope.projectId, { signal });
    try {
      const run = { log: deps.log, desk, meter, signal, retries: RETRIES };
      const { text, value, model, complete } = await runRequest(run, { ...request, maxOutputTokens });
      return { text, value, model, complete, usage: meter.read() };
    } finally {
      release();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelFailure)) throw error;
    const { kind, facts } = error;
    deps.log.warn({ operation: request.operation, kind, ...facts }, 'the AI provider gave no answer');
    throw toCallerError(error);
  } finally {
    if (meter.hasBegun()) {
      await desk.ledger.close(scope, reservation, request.operation, meter.read());
      const ms = Math.round(elapsed());
      deps.log.debug({ operation: request.operation, ...meter.read(), ms }, 'the AI provider was asked');
    } else reservation.settle(0);
  }
}

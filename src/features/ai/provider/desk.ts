import type { Deps } from '../../../platform/deps.ts';
import { DomainError } from '../../../platform/errors.ts';
import { FairSemaphore } from '../../../platform/fair-semaphore.ts';
import { createUsageLedger, scheduleUsageSweeps, type UsageLedger } from '../usage/index.ts';
import { providerBusy } from './errors.ts';
import type { ModelSettings } from './model-settings.ts';
import type { Structure } from './sdk.ts';

/** What has turned out about a model, so that it is not tried anew with each request. */
export interface Abilities {
  structure?: Structure;
  /** False: it answers in one piece. */
  isStreamed: boolean;
}

/** Everything a request of the model passes through; one for each application. */
export interface Desk {
  settings: ModelSettings;
  ledger: UsageLedger;
  /** Limits the answers generated at once; projects that wait take turns. */
  semaphore: FairSemaphore;
  /** By model and kind of request: a form of answer may be too much for a provider, another not. */
  abilities: Map<string, Abilities>;
  /** Aborts when the server stops. */
  closing: AbortSignal;
  /** Requests that are not over. */
  underway: Set<Promise<unknown>>;
}

const desks = new WeakMap<Deps, Desk>();

/** Requests that may wait for each one that runs: of all projects, and of one. */
const WAITING_PER_PERMIT = 10;
const WAITING_PER_PERMIT_OF_PROJECT = 2;

export const createSemaphore = (limit: number) =>
  new FairSemaphore({
    limit,
    maxWaiting: limit * WAITING_PER_PERMIT,
    maxWaitingPerOwner: limit * WAITING_PER_PERMIT_OF_PROJECT,
    refusal: providerBusy,
  });

/** The desk of an application, whether or not a provider is set up. */
export function findDesk(deps: Deps): Desk | undefined {
  return desks.get(deps);
}

/** Sets up what `askModel` works with. To be called once, before the first request. */
export function setUpModel(deps: Deps, settings: ModelSettings): void {
  const ledger = createUsageLedger(deps, settings);
  const stopSweeping = scheduleUsageSweeps(deps, settings.retentionDays);
  const closing = new AbortController();
  const underway = new Set<Promise<unknown>>();
  desks.set(deps, {
    settings,
    ledger,
    semaphore: createSemaphore(settings.concurrency),
    abilities: new Map(),
    closing: closing.signal,
    underway,
  });
  deps.lifetime.onClose(async () => {
    closing.abort(new DomainError('unavailable', 'The server is being stopped. Try again in a moment.'));
    await Promise.allSettled(underway);
    await stopSweeping();
    await ledger.flush();
  });
}

import { DAY_MS, dayOf, toIsoTime } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { toPrintable } from '../../platform/text/printable-text.ts';
import type { UsageReservation } from '../projects/index.ts';
import {
  addUsage,
  addUsedTokens,
  deleteReservations,
  reserveTokens,
  selectUsedTokens,
  type UsageRow,
} from './usage-queries.ts';

/** Most characters that are stored of a name that customers choose. */
const MAX_NAME = 100;

/** How often a waiting request checks whether requests of other servers have returned tokens. */
const POLL_MS = 1_000;

interface Usage {
  inputTokens: number;
  outputTokens: number;
}

export interface UsageLimits {
  /** 0: no limit. */
  tokensPerDay: number;
  tokensPerDayPerKey: number;
  /** How long tokens stay reserved if the server is killed and cannot give them back. */
  reservationMs: number;
}

/** A limit that applies to a request. */
interface Budget {
  owner: BudgetOwner;
  /** Distinguishes the owner from all others. */
  key: string;
  limit: number;
}

/** Tokens that are set aside for a request that is under way. */
interface Reservation {
  requestId: string;
  /** The day the request counts for. */
  day: number;
  budgets: readonly Budget[];
  tokens: number;
  /** The reservation of the plan's monthly limit. */
  monthly: UsageReservation;
}

/** The record of a finished request. */
interface Entry {
  reservation: Reservation;
  /** undefined: the provider was not called. */
  row: UsageRow | undefined;
}

/**
 * Counts the tokens that requests use, and enforces the daily budgets. Used and reserved tokens together never exceed a
 * limit: the statement that reserves checks it, so this holds with several servers too. Only a request that outlasts
 * its reservation can exceed a limit.
 */
export class UsageBudgets {
  readonly #deps: Deps;
  readonly #limits: UsageLimits;
  /** Tokens of all finished requests since the start of the server. */
  readonly total: Usage = { inputTokens: 0, outputTokens: 0 };
  #waiting: Entry[] = [];
  #nextWrite: Promise<void> | undefined;
  #writing = 0;
  /** Resolves when a request of this server has given tokens back. */
  #settled = Promise.withResolvers<void>();

  constructor(deps: Deps, limits: UsageLimits) {
    this.#deps = deps;
    this.#limits = limits;
  }

  /**
   * Reserves the most tokens that a request can use. Waits while other requests have reserved too many, because they
   * may return some. Throws `rate_limited` or `plan_limit_reached` with the time of the reset, or the signal's reason.
   */
  async open(scope: TenantScope, tokens: number, signal: AbortSignal): Promise<Reservation> {
    const monthly = await this.#deps.services.projects.usage.reserve(scope, 'ai_tokens', tokens);
    try {
      return await this.#open(scope, { tokens, monthly }, signal);
    } catch (error) {
      monthly.settle(0);
      throw error;
    }
  }

  async #open(
    scope: TenantScope,
    wanted: Pick<Reservation, 'tokens' | 'monthly'>,
    signal: AbortSignal,
  ): Promise<Reservation> {
    const budgets = this.#budgetsOf(scope);
    for (;;) {
      signal.throwIfAborted();
      const day = dayOf(this.#deps.clock.now());
      const reservation = { requestId: createId(), day, budgets, ...wanted };
      // Before the query, so that tokens returned meanwhile end the wait.
      const settled = this.#settled.promise;
      // Usage that could not be written yet still counts as reserved.
      await this.flush();
      if (await this.#reserve(reservation)) return reservation;
      await waitFor(settled, signal);
    }
  }

  /**
   * Records the usage of a request. Resolves once it is stored. A failure is logged, and the record is kept for the
   * next write.
   */
  async close(scope: TenantScope, reservation: Reservation, operation: string, usage: Usage): Promise<void> {
    const { tenant, projectId, actor } = scope;
    const row = {
      day: reservation.day,
      tenantId: tenant.id,
      projectId,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: toPrintable(actor.name, MAX_NAME),
      operation,
      calls: 1,
      ...usage,
    };
    reservation.monthly.settle(usage.inputTokens + usage.outputTokens);
    this.total.inputTokens += usage.inputTokens;
    this.total.outputTokens += usage.outputTokens;
    this.#waiting.push({ reservation, row });
    await this.flush();
  }

  /** Returns the tokens of a request that has not reached the provider. */
  async cancel(reservation: Reservation): Promise<void> {
    reservation.monthly.settle(0);
    if (reservation.budgets.length === 0) return;
    this.#waiting.push({ reservation, row: undefined });
    await this.flush();
  }

  /** Writes the usage of finished requests. Never throws. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0 && this.#writing === 0) return;
    this.#nextWrite ??= this.#write();
    await this.#nextWrite;
  }

  #budgetsOf({ projectId, actor, tenant }: TenantScope): Budget[] {
    const { tokensPerDay, tokensPerDayPerKey: limit } = this.#limits;
    const budgets: Budget[] = [];
    if (tokensPerDay > 0) {
      budgets.push({ owner: 'This project', key: `project ${projectId}`, limit: tokensPerDay });
    }
    if (limit > 0 && actor.kind === 'agent') {
      budgets.push({ owner: 'This API key', key: `agent ${actor.id}`, limit });
    }
    if (limit > 0 && actor.kind === 'user') {
      budgets.push({ owner: 'This user', key: `user ${tenant.id} ${actor.id}`, limit });
    }
    return budgets;
  }

  /** Returns false if the tokens may fit after others have returned some. Throws `rate_limited` if they cannot. */
  async #reserve(reservation: Reservation): Promise<boolean> {
    const { requestId, budgets, tokens, day } = reservation;
    if (budgets.length === 0) return true;
    const now = this.#deps.clock.now();
    const expiresAt = now + this.#limits.reservationMs;
    const undo = new Error('a budget has too few tokens left');
    try {
      return await this.#deps.db.transaction(async (db) => {
        for (const { key, limit } of budgets) {
          const row = { requestId, key, day, tokens, expiresAt };
          if (!(await reserveTokens(db, row, { limit, now }))) throw undo;
        }
        return true;
      });
    } catch (error) {
      if (error !== undo) throw error;
      await this.#requirePossible(reservation);
      return false;
    }
  }

  async #requirePossible({ budgets, tokens, day }: Reservation): Promise<void> {
    for (const { key, limit, owner } of budgets) {
      const used = await selectUsedTokens(this.#deps.db.reader, key, day);
      if (used + tokens <= limit) continue;
      const left = Math.max(0, limit - used);
      const now = this.#deps.clock.now();
      throw budgetUsedUp(owner, { limit, left, needed: tokens }, { now, resetAt: (day + 1) * DAY_MS });
    }
  }

  /** Requests that end at the same time share a transaction. */
  async #write(): Promise<void> {
    let taken: Entry[] = [];
    try {
      await this.#deps.db.transaction(async (db) => {
        this.#nextWrite = undefined;
        this.#writing += this.#waiting.length;
        // The transaction may be repeated.
        taken = [...taken, ...this.#waiting];
        this.#waiting = [];
        await addUsage(
          db,
          taken.flatMap(({ row }) => row ?? []),
        );
        for (const { reservation, row } of taken) {
          const { requestId, budgets, day } = reservation;
          if (budgets.length > 0) await deleteReservations(db, requestId);
          const tokens = row === undefined ? 0 : row.inputTokens + row.outputTokens;
          for (const { key } of budgets) await addUsedTokens(db, { key, day, tokens });
        }
      });
      this.#writing -= taken.length;
      this.#settled.resolve();
      this.#settled = Promise.withResolvers();
    } catch (error) {
      this.#nextWrite = undefined;
      this.#writing -= taken.length;
      this.#waiting = [...taken, ...this.#waiting];
      const facts = { err: error, waiting: this.#waiting.length };
      this.#deps.log.error(facts, 'usage of the AI provider could not be written');
    }
  }
}

/** Waits until a promise resolves, for `POLL_MS` at most. Throws the reason of `signal`. */
async function waitFor(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, POLL_MS);
  const stop = () => resolve();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([promise, isOver]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
}

/** The owner of a budget, as messages name it. */
type BudgetOwner = 'This project' | 'This API key' | 'This user';

/** `needed`: the most tokens the request can use. `left`: those not used today. */
function budgetUsedUp(
  owner: BudgetOwner,
  { limit, left, needed }: { limit: number; left: number; needed: number },
  { now, resetAt }: { now: number; resetAt: number },
): DomainError {
  const reset = `${toIsoTime(resetAt).slice(0, 19)}Z`;
  const state =
    left === 0
      ? `${owner} has used its ${limit} AI tokens of today.`
      : `${owner} has ${left} of its ${limit} AI tokens of today left, and this can use up to ${needed}.`;
  const advice = needed > limit ? ' Ask for less at once, or wait for the reset.' : '';
  return new DomainError('rate_limited', `${state} The count starts again at ${reset} (UTC).${advice}`, {
    retryAfterSeconds: Math.max(1, Math.ceil((resetAt - now) / 1000)),
    facts: { reset_at: reset },
  });
}

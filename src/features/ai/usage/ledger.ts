import type { Deps } from '../../../platform/deps.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { type Budget, createBudgets, type Reservation } from './budgets.ts';
import {
  addUsage,
  selectKeyTokens,
  selectProjectTokens,
  selectUserTokens,
  type UsageRow,
} from './queries.ts';

/** A name is the customer's; it is shown at a terminal, whose cursor it must not move. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const MAX_NAME = 100;

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

export interface UsageLimits {
  /** 0: any number. */
  tokensPerDay: number;
  tokensPerDayPerKey: number;
}

/** Counts what is used of the model, and keeps it within the budgets. */
export interface UsageLedger {
  /** Sets tokens aside, the most a request can use. Throws `rate_limited`, and the signal's reason. */
  open(scope: TenantScope, tokens: number, signal: AbortSignal): Promise<Reservation>;
  /** Counts what a request has used. Resolves once it is on the disk; what cannot be written is logged and kept. */
  close(scope: TenantScope, reservation: Reservation, operation: string, usage: Usage): Promise<void>;
  /** Writes what is kept. Never throws. */
  flush(): Promise<void>;
}

export function createUsageLedger(deps: Deps, limits: UsageLimits): UsageLedger {
  const budgets = createBudgets(deps.clock);
  const store = createUsageStore(deps, budgets.forgetIdle);
  return {
    open: (scope, tokens, signal) => budgets.reserve(budgetsOf(deps, scope, limits), tokens, signal),
    async close(scope, reservation, operation, usage) {
      reservation.settle(usage.inputTokens + usage.outputTokens);
      const { tenant, projectId, actor } = scope;
      store.add({
        day: reservation.day,
        tenantId: tenant.id,
        projectId,
        actorKind: actor.kind,
        actorId: actor.id,
        actorName: actor.name.slice(0, MAX_NAME).toWellFormed().replace(UNPRINTABLE, '\uFFFD'),
        operation,
        calls: 1,
        ...usage,
      });
      await store.flush();
    },
    flush: store.flush,
  };
}

function budgetsOf({ db }: Deps, scope: TenantScope, limits: UsageLimits): Budget[] {
  const { projectId, actor, tenant } = scope;
  const budgets: Budget[] = [];
  if (limits.tokensPerDay > 0) {
    budgets.push({
      owner: 'This project',
      key: `project ${projectId}`,
      limit: limits.tokensPerDay,
      readUsed: (day) => selectProjectTokens(db.reader, projectId, day),
    });
  }
  const limit = limits.tokensPerDayPerKey;
  if (limit > 0 && actor.kind === 'agent') {
    const readUsed = (day: number) => selectKeyTokens(db.reader, actor.id, day);
    budgets.push({ owner: 'This API key', key: `agent ${actor.id}`, limit, readUsed });
  }
  if (limit > 0 && actor.kind === 'user') {
    const readUsed = (day: number) => selectUserTokens(db.reader, tenant.id, actor.id, day);
    budgets.push({ owner: 'This user', key: `user ${tenant.id} ${actor.id}`, limit, readUsed });
  }
  return budgets;
}

/** Rows on their way to the disk. Those that end at the same time share a transaction. */
function createUsageStore({ db, log }: Deps, onStored: () => void) {
  let waiting: UsageRow[] = [];
  let next: Promise<void> | undefined;
  let underway = 0;

  const write = async (): Promise<void> => {
    let taken: UsageRow[] = [];
    try {
      await db.transaction(async (connection) => {
        next = undefined;
        taken = waiting;
        waiting = [];
        underway += taken.length;
        await addUsage(connection, taken);
      });
      underway -= taken.length;
      if (waiting.length + underway === 0) onStored();
    } catch (error) {
      next = undefined;
      underway -= taken.length;
      waiting = [...taken, ...waiting];
      log.error({ err: error, waiting: waiting.length }, 'usage of the AI provider could not be written');
    }
  };
  return {
    add: (row: UsageRow) => void waiting.push(row),
    async flush(): Promise<void> {
      if (waiting.length === 0 && underway === 0) return;
      next ??= write();
      await next;
    },
  };
}

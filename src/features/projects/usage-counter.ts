import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import type { Counted } from './daily-queries.ts';
import type { DailyUsage } from './daily-usage.ts';
import { usageSoftLimitReached } from './events.ts';
import {
  limitOf,
  type Measured,
  MONTHLY,
  type Monthly,
  type MonthlyUsage,
  monthlyLimitReached,
  monthOf,
  softLimitOf,
} from './usage.ts';
import { addMonthlyUsage, selectMonthlyUsage } from './usage-queries.ts';

/** Counts are written in batches after this delay. A server that is killed loses those of this time. */
const WRITE_DELAY_MS = 1_000;
const RETRY_DELAY_MS = 5_000;

/** Most counts without running calls that stay in memory. */
const MAX_KEPT = 10_000;

/** Most tenants of which it is remembered that they were warned. */
const MAX_WARNED = 10_000;

/** What a tenant uses in a month. */
interface Count {
  tenantId: number;
  month: number;
  stored: MonthlyUsage;
  /** Usage that is not stored yet. */
  pending: MonthlyUsage;
  /** Reserved for running calls; never stored. */
  reserved: MonthlyUsage;
}

/** The reservation of a running call. */
export interface UsageReservation {
  /** Counts what the call has used; 0 if it failed. Call it once. */
  settle(used: number): void;
}

/** Usage that is also counted by day. */
const DAILY: Partial<Record<Monthly, keyof Counted>> = { exports: 'exports', tool_calls: 'toolCalls' };

const noUsage = (): MonthlyUsage => ({ exports: 0, ai_tokens: 0, tool_calls: 0 });

/**
 * Counts the monthly usage of tenants in memory and writes it to the database a moment later, so that calls do not wait
 * for a write. With several servers a limit can be exceeded by usage that the others have not written yet.
 */
export class UsageCounter {
  readonly #deps: Deps;
  readonly #daily: DailyUsage;
  readonly #counts = new Map<string, Count>();
  readonly #loads = new Map<string, Promise<Count>>();
  /** Tenants and limits that were announced. After a restart they are announced again. */
  readonly #warned = new Set<string>();
  #forgetAt = MAX_KEPT;
  #timer: Timer | undefined;
  #writing: Promise<void> | undefined;

  constructor(deps: Deps, daily: DailyUsage) {
    this.#deps = deps;
    this.#daily = daily;
  }

  /** Reserves `amount`. Throws `plan_limit_reached` if the plan does not allow so much. */
  async reserve(scope: TenantScope, what: Monthly, amount = 1): Promise<UsageReservation> {
    const count = this.#keep(await this.#find(scope.tenant.id));
    const limit = limitOf(scope.plan, what);
    const used = totalOf(count, what);
    if (limit !== null && used + count.reserved[what] + amount > limit) {
      const left = Math.max(0, limit - used);
      throw monthlyLimitReached(scope.plan, what, { left, needed: amount, month: count.month });
    }
    count.reserved[what] += amount;
    let isSettled = false;
    return {
      settle: (spent) => {
        if (isSettled) return;
        isSettled = true;
        count.reserved[what] -= amount;
        if (spent === 0) return;
        count.pending[what] += spent;
        const daily = DAILY[what];
        if (daily !== undefined) this.#daily.count(scope, daily, spent);
        this.announce(scope, what, totalOf(count, what));
        this.#schedule(WRITE_DELAY_MS);
      },
    };
  }

  /** The tenants and months in memory. */
  get size(): number {
    return this.#counts.size;
  }

  /** The usage of a tenant in this month, including usage that is not stored yet. */
  async read(tenantId: number): Promise<{ month: number; used: MonthlyUsage }> {
    const count = await this.#find(tenantId);
    const used = Object.fromEntries(MONTHLY.map((what) => [what, totalOf(count, what)])) as MonthlyUsage;
    return { month: count.month, used };
  }

  /** Publishes that a soft limit is reached, once for a tenant and a limit until the usage is below it again. */
  announce(scope: TenantScope, what: Measured, used: number): void {
    const soft = softLimitOf(scope.plan, what);
    const key = `${scope.tenant.id} ${what}`;
    if (soft === null || used < soft) {
      this.#warned.delete(key);
      return;
    }
    if (this.#warned.has(key)) return;
    if (this.#warned.size >= MAX_WARNED) this.#warned.clear();
    this.#warned.add(key);
    const facts = { what, used, soft_limit: soft, limit: limitOf(scope.plan, what) };
    this.#deps.log.warn(
      { project_id: scope.projectId, tenant: scope.tenant.slug, ...facts },
      'a tenant has reached a soft limit of its plan',
    );
    this.#deps.events.publish([usageSoftLimitReached(scope.projectId, scope.tenant.slug, facts)], scope);
  }

  /** Writes usage that is not stored yet. Never throws. */
  async flush(): Promise<void> {
    await this.#writing;
    this.#writing = this.#write();
    await this.#writing;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.flush();
    clearTimeout(this.#timer);
  }

  async #find(tenantId: number): Promise<Count> {
    const month = monthOf(this.#deps.clock.now());
    const key = keyOf({ tenantId, month });
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const load = async () => {
      const stored = await selectMonthlyUsage(this.#deps.db.reader, tenantId, month);
      return this.#keep({ tenantId, month, stored, pending: noUsage(), reserved: noUsage() });
    };
    const loading = this.#loads.get(key) ?? load().finally(() => this.#loads.delete(key));
    this.#loads.set(key, loading);
    return loading;
  }

  /** The count in memory. If it was dropped in the meantime, `count` takes its place. */
  #keep(count: Count): Count {
    const key = keyOf(count);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    if (this.#counts.size >= this.#forgetAt) this.#forgetUnused();
    this.#counts.set(key, count);
    return count;
  }

  #schedule(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, milliseconds).unref();
  }

  async #write(): Promise<void> {
    const changed = [...this.#counts.values()].filter(({ pending }) => hasUsage(pending));
    if (changed.length === 0) return;
    const taken = changed.map((count) => ({ count, added: { ...count.pending } }));
    try {
      const totals = await this.#deps.db.transaction(async (db) => {
        const rows: (MonthlyUsage | undefined)[] = [];
        for (const { count, added } of taken) rows.push(await addMonthlyUsage(db, count, added));
        return rows;
      });
      for (const [index, { count, added }] of taken.entries()) {
        count.stored = totals[index] ?? count.stored;
        for (const what of MONTHLY) count.pending[what] -= added[what];
      }
    } catch (error) {
      this.#deps.log.error({ err: error }, 'usage of tenants could not be stored');
      this.#schedule(RETRY_DELAY_MS);
    }
  }

  #forgetUnused(): void {
    for (const [key, { pending, reserved }] of this.#counts)
      if (!hasUsage(pending) && !hasUsage(reserved)) this.#counts.delete(key);
    // Counts in use are kept, so the next clean-up waits until there may be as many unused ones.
    this.#forgetAt = this.#counts.size + MAX_KEPT;
  }
}

const keyOf = ({ tenantId, month }: Pick<Count, 'tenantId' | 'month'>) => `${tenantId} ${month}`;

const hasUsage = (usage: MonthlyUsage) => MONTHLY.some((what) => usage[what] !== 0);

const totalOf = ({ stored, pending }: Count, what: Monthly) => stored[what] + pending[what];

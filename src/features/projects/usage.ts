import { type Static, Type } from '@sinclair/typebox';
import { toIsoTime } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { nullable } from '../../platform/json/nullable.ts';
import type { Plan } from '../../platform/limits/plan.ts';

/** The amounts that plans limit by month. */
export const MONTHLY = ['exports', 'ai_tokens', 'tool_calls'] as const;
export type Monthly = (typeof MONTHLY)[number];
export type MonthlyUsage = Record<Monthly, number>;

const MEASURED = ['templates', 'storage_bytes', ...MONTHLY] as const;
export type Measured = (typeof MEASURED)[number];

const NAMES: Record<Measured, string> = {
  templates: 'templates',
  storage_bytes: 'bytes of storage',
  exports: 'exports of this month',
  ai_tokens: 'AI tokens of this month',
  tool_calls: 'tool calls of this month',
};

/** The share of a limit from which on tenants are warned, unless the plan has a soft limit. */
const STANDARD_SOFT_SHARE = 0.8;

const Amount = Type.Object({
  used: Type.Integer(),
  soft_limit: nullable(Type.Integer(), 'From here on `/config` warns; null: never.'),
  limit: nullable(Type.Integer(), 'More is refused; null: no limit.'),
});
type Amount = Static<typeof Amount>;

export const Usage = Type.Object({
  month: Type.String({
    description: 'The month that exports, AI tokens and tool calls are counted in, UTC: 2026-11.',
  }),
  templates: Amount,
  storage_bytes: Amount,
  exports: Amount,
  ai_tokens: Amount,
  tool_calls: Amount,
});
export type Usage = Static<typeof Usage>;

export const UsageWarning = Type.Object({
  what: Type.Union(MEASURED.map((name) => Type.Literal(name))),
  message: Type.String(),
});

export function limitOf({ limits }: Plan, what: Measured): number | null {
  if (what === 'templates') return limits.max_templates;
  return what === 'storage_bytes' ? limits.storage_limit_bytes : limits[`max_${what}_per_month`];
}

export function softLimitOf(plan: Plan, what: Measured): number | null {
  const { limits } = plan;
  const isMonthly = what !== 'templates' && what !== 'storage_bytes';
  const soft = isMonthly ? limits[`soft_${what}_per_month`] : limits[`soft_${what}`];
  if (soft !== undefined) return soft;
  const limit = limitOf(plan, what);
  return limit === null || limit === 0 ? null : Math.ceil(limit * STANDARD_SOFT_SHARE);
}

export function describeUsage(plan: Plan, used: Record<Measured, number>, month: number): Usage {
  const amounts = MEASURED.map((what) => [
    what,
    { used: used[what], soft_limit: softLimitOf(plan, what), limit: limitOf(plan, what) },
  ]);
  return { month: toIsoTime(startOfMonth(month)).slice(0, 7), ...Object.fromEntries(amounts) };
}

/** Warnings for end users: the limits that the tenant has nearly or fully used. */
export function warningsOf(usage: Usage): Static<typeof UsageWarning>[] {
  return MEASURED.filter((what) => isNear(usage[what])).map((what) => {
    const { used, limit } = usage[what];
    const share = limit === null ? `${used}` : `${used} of ${limit}`;
    return { what, message: `You have used ${share} ${NAMES[what]}.` };
  });
}

const isNear = ({ used, soft_limit, limit }: Amount) =>
  (soft_limit !== null && used >= soft_limit) || (limit !== null && limit > 0 && used >= limit);

/** Months since 1970-01, in UTC. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

const startOfMonth = (month: number): number => Date.UTC(1970, month);

/** `left`: the unused part of the limit. `needed`: the most that the refused call may use. */
export function monthlyLimitReached(
  plan: Plan,
  what: Monthly,
  { left, needed, month }: { left: number; needed: number; month: number },
): DomainError {
  const limit = limitOf(plan, what) ?? 0;
  const reset = toIsoTime(startOfMonth(month + 1)).slice(0, 10);
  const kind = what.replace('_', ' ').replace('ai', 'AI');
  const state =
    left > 0 && needed > 1
      ? `${left} of them are left, and this can use up to ${needed}`
      : 'they are used up';
  return new DomainError(
    'plan_limit_reached',
    `Your current plan (${plan.name}) allows ${limit} ${kind} a month: ${state}. Wait until ${reset}, when the count starts again, or ask for a larger plan.`,
    { facts: { limit, reset_at: reset } },
  );
}

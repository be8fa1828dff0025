import { useQuery } from '@tanstack/react-query';
import type { Choice } from '../ui/fields.tsx';
import { get, type Page } from './queries.ts';

/** A plan with its features and limits. A limit of null: no limit. */
export interface Plan {
  name: string;
  features: Record<string, boolean>;
  limits: Record<string, unknown>;
}

export const usePlans = (): readonly Plan[] => useQuery(get<Page<Plan>>('admin/plans')).data?.data ?? [];

/** Plans as choices. `current` is always among them, also before the plans are loaded. */
export function planChoices(plans: readonly Plan[], current: string): Choice[] {
  const names = plans.map(({ name }) => name);
  const all = current === '' || names.includes(current) ? names : [current, ...names];
  return all.map((name) => ({ value: name, label: name }));
}

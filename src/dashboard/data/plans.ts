import { useQuery } from '@tanstack/react-query';
import type { Choice } from '../ui/fields.tsx';
import type { Item } from './operations.ts';
import { get } from './queries.ts';

export type Plan = Item<'listPlans'>;

export const usePlans = (): readonly Plan[] => useQuery(get('listPlans')).data ?? [];

/** Plans as choices. `current` is always among them, also before the plans are loaded. */
export function planChoices(plans: readonly Plan[], current: string): Choice[] {
  const names = plans.map(({ name }) => name);
  const all = current === '' || names.includes(current) ? names : [current, ...names];
  return all.map((name) => ({ value: name, label: name }));
}

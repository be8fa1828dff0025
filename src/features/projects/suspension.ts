import type { Restriction } from '../../platform/scope.ts';
import type { SUSPENSIONS } from './table.ts';

export type Suspension = (typeof SUSPENSIONS)[number];

const RESTRICTIONS: Record<Suspension, Restriction> = {
  read_only: {
    effects: ['read'],
    message: 'This account is suspended: you can read everything, but change nothing.',
  },
  blocked: { effects: [], message: 'This account is suspended.' },
};

/** What the suspensions of a project and a tenant leave; the stricter one counts. */
export function restrictionsOf(...suspendable: readonly { suspended: Suspension | null }[]): {
  restrictions?: readonly Restriction[];
} {
  const found = suspendable.map(({ suspended }) => suspended);
  const strictest = found.includes('blocked') ? 'blocked' : found.includes('read_only') ? 'read_only' : null;
  return strictest === null ? {} : { restrictions: [RESTRICTIONS[strictest]] };
}

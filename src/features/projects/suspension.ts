import { type Static, Type } from '@sinclair/typebox';
import { DomainError } from '../../platform/errors.ts';
import type { Restriction } from '../../platform/scope.ts';
import { SUSPENSIONS } from './table.ts';

export const Suspension = Type.Union(
  SUSPENSIONS.map((mode) => Type.Literal(mode)),
  { description: '`read_only`: nothing can be changed. `blocked`: there is no access at all.' },
);
export type Suspension = (typeof SUSPENSIONS)[number];

/** A project or a tenant. */
interface Suspendable {
  suspended: Static<typeof Suspension> | null;
}

const RESTRICTIONS: Record<Suspension, Restriction> = {
  read_only: {
    effects: ['read'],
    message: 'This account is suspended: everything can be read, but nothing can be changed.',
  },
  blocked: { effects: [], message: 'This account is suspended.' },
};

/** The stricter of the suspensions of a project and a tenant. */
export function suspensionOf(...suspendable: readonly Suspendable[]): Suspension | null {
  const found = suspendable.map(({ suspended }) => suspended);
  if (found.includes('blocked')) return 'blocked';
  return found.includes('read_only') ? 'read_only' : null;
}

/** What a scope may still do in a project and a tenant. */
export function restrictionsOf(...suspendable: readonly Suspendable[]): {
  restrictions?: readonly Restriction[];
} {
  const suspension = suspensionOf(...suspendable);
  return suspension === null ? {} : { restrictions: [RESTRICTIONS[suspension]] };
}

/** Throws `forbidden` if a project or a tenant is blocked, or `read_only` if it is to be changed. */
export function requireNotSuspended(suspension: Suspension | null, what: 'read' | 'change'): void {
  if (suspension === null || (what === 'read' && suspension === 'read_only')) return;
  throw new DomainError('forbidden', RESTRICTIONS[suspension].message);
}

/** A change of the suspension, for the audit. */
export function describeSuspension(what: 'project' | 'tenant', suspended: Suspension | null) {
  const action = suspended === null ? `${what}.unsuspended` : `${what}.suspended`;
  return { action, subject: suspended ?? 'full access' };
}

import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { Effect } from '../scope.ts';
import { type AdminAccess, hasRole, ROLES, type Role } from './roles.ts';

/**
 * Which people may perform an admin operation. Operations without a rule are for operators of the installation only.
 */
export interface AccessRule<Input> {
  /** The lowest role that suffices, in the team that the input concerns. */
  role: Role;
  /** The id of the team; undefined if what the input names does not exist. */
  teamOf(deps: Deps, input: Input): Promise<string | undefined>;
  /** Also thrown for things of another team, so that callers cannot tell that they exist. */
  notFound(): DomainError;
  /** The person must have signed in within `FRESH_SIGN_IN_MS`. */
  isSensitive?: boolean;
}

/**
 * `own teams`: everybody may perform it; the operation returns only what belongs to the teams of the scope, see
 * `isVisible`.
 */
export type Access<Input> = AccessRule<Input> | 'own teams';

/** A sign-in counts as fresh for this time. */
export const FRESH_SIGN_IN_MS = 15 * 60_000;

/** Whether a scope may see what belongs to a team. */
export function isVisible({ access }: { access?: AdminAccess }, teamId: string): boolean {
  return access === undefined || access.isOperator || access.roles.has(teamId);
}

/** The role of a scope in a team; undefined without one. */
export function roleIn({ access }: { access?: AdminAccess }, teamId: string): Role | undefined {
  return access === undefined || access.isOperator ? 'owner' : access.roles.get(teamId);
}

/** The highest role of a scope in any team; undefined without a team. */
export function highestRole({ access }: { access?: AdminAccess }): Role | undefined {
  if (access === undefined || access.isOperator) return 'owner';
  return ROLES.findLast((role) => [...access.roles.values()].includes(role));
}

/** Throws `forbidden`, or the rule's `not_found` if the thing belongs to a team that the person is not in. */
export async function requireAccess<Input>(
  { access: rule, effect }: { access?: Access<Input>; effect: Effect },
  deps: Deps,
  access: AdminAccess,
  input: Input,
): Promise<void> {
  if (rule === 'own teams') return;
  if (!access.isOperator) await requireRole(rule, deps, access, input);
  // Every change of the installation is sensitive.
  const isSensitive = rule === undefined ? effect !== 'read' : rule.isSensitive;
  if (isSensitive) requireFreshSignIn(access, deps.clock.now());
}

async function requireRole<Input>(
  rule: AccessRule<Input> | undefined,
  deps: Deps,
  { roles }: AdminAccess,
  input: Input,
): Promise<void> {
  if (rule === undefined)
    throw new DomainError('forbidden', 'Only operators of this installation may do this.');
  const teamId = await rule.teamOf(deps, input);
  const role = teamId === undefined ? undefined : roles.get(teamId);
  if (role === undefined) throw rule.notFound();
  if (hasRole(role, rule.role)) return;
  throw new DomainError('forbidden', `This needs the role "${rule.role}" in the team. Yours is "${role}".`);
}

/** Throws `forbidden` for a session that began too long ago. */
export function requireFreshSignIn({ signedInAt }: AdminAccess, now: number): void {
  if (signedInAt === undefined || now - signedInAt <= FRESH_SIGN_IN_MS) return;
  throw signInTooOld();
}

export const signInTooOld = () =>
  new DomainError('forbidden', 'Sign in again to do this: your last sign-in is more than 15 minutes ago.', {
    facts: { reason: 'sign_in_too_old' },
  });

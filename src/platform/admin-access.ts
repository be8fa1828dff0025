import type { Deps } from './deps.ts';
import { DomainError } from './errors.ts';
import { type AdminAccess, hasRole, ROLES, type Role } from './roles.ts';
import type { Effect } from './scope.ts';

/** Which people may perform an operation of the operator. Operations without a rule are for instance operators alone. */
export interface AccessRule<Input> {
  /** The least role in the team that the input is about. */
  role: Role;
  /** The team; undefined if the input names nothing that exists. */
  teamOf(deps: Deps, input: Input): Promise<string | undefined>;
  /** Thrown also for what is another team's. */
  notFound(): DomainError;
  /** It needs a sign-in of the last minutes. */
  isSensitive?: boolean;
}

/** `own teams`: the operation answers with what belongs to the teams of the scope, see `isVisible`. */
export type Access<Input> = AccessRule<Input> | 'own teams';

/** For so long a sign-in counts as fresh. */
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

/** Throws `forbidden`, or the rule's `not_found` for what belongs to a team that the person is not in. */
export async function requireAccess<Input>(
  { access: rule, effect }: { access?: Access<Input>; effect: Effect },
  deps: Deps,
  access: AdminAccess,
  input: Input,
): Promise<void> {
  if (rule === 'own teams') return;
  if (!access.isOperator) await requireRole(rule, deps, access, input);
  // What changes the installation always is.
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

import { hasRole, type Role } from '../../platform/roles.ts';
import type { Effect } from '../../platform/scope.ts';

/** What an agent may do, each more than the one before. */
export const GRANT_MODES = ['read', 'comment', 'write'] as const;
export type GrantMode = (typeof GRANT_MODES)[number];

export const EFFECTS_OF_MODE: Record<GrantMode, readonly Effect[]> = {
  read: ['read'],
  comment: ['read', 'comment'],
  write: ['read', 'comment', 'write', 'delete'],
};

/** The scopes of OAuth. Commenting has none of its own: who asks for `write` may get it. */
export const SCOPES_OF_MODE: Record<GrantMode, string> = {
  read: 'read',
  comment: 'read',
  write: 'read write',
};

/** All scopes there are. */
export const ALL_SCOPES: readonly string[] = ['read', 'write'];

/** The most that a person with this role can allow an agent. */
export function highestMode(role: Role): GrantMode {
  if (hasRole(role, 'editor')) return 'write';
  return hasRole(role, 'reviewer') ? 'comment' : 'read';
}

/** The mode that a list of scopes asks for. Without a known scope it is all of them. */
export function requestedMode(scope: string | undefined): GrantMode {
  const asked = (scope ?? '').split(' ').filter((name) => ALL_SCOPES.includes(name));
  return asked.length > 0 && !asked.includes('write') ? 'read' : 'write';
}

/** The modes up to both of these. */
export function modesUpTo(one: GrantMode, other: GrantMode): GrantMode[] {
  const last = Math.min(GRANT_MODES.indexOf(one), GRANT_MODES.indexOf(other));
  return GRANT_MODES.slice(0, last + 1);
}

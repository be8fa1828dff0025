/** What a person may do in a team. Each role includes those before it. */
export const ROLES = ['viewer', 'reviewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const hasRole = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

export const lowerRole = (one: Role, other: Role): Role => (hasRole(one, other) ? other : one);

/** What an account or an admin token may do. */
export interface AdminAccess {
  /** Acts on every team and on the installation. */
  isOperator: boolean;
  /** By the id of the team. */
  roles: ReadonlyMap<string, Role>;
  /** When the person signed in (ms); absent for an admin token. */
  signedInAt?: number;
  /** The person who has signed in; absent for an admin token. */
  account?: { id: string; email: string };
  /** The admin token; `accountId`: its maker, null for the operator at the command line. */
  token?: { id: string; name: string; accountId: string | null };
}

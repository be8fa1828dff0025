/** What a person may do in a team, each more than the one before. */
export const ROLES = ['viewer', 'reviewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const hasRole = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

/** What an account or an admin token may do. */
export interface AdminAccess {
  /** Acts on every team and on the installation. */
  isOperator: boolean;
  /** By the id of the team. */
  roles: ReadonlyMap<string, Role>;
  /** When the person signed in (ms); absent for an admin token. */
  signedInAt?: number;
}

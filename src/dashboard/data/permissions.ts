import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { RoleName } from '../texts/team.ts';
import { useProjects } from './projects.ts';
import { sessionQuery } from './session.ts';
import { useMe } from './teams.ts';

/** What the role of a person allows. Pages show only what is allowed; the service checks it again. */
export interface Permissions {
  mayComment: boolean;
  /** Accept and refuse proposals. */
  mayApprove: boolean;
  mayWrite: boolean;
  /** Projects, tenants, keys and their settings. */
  mayManage: boolean;
}

/** Each role may do more than the one before. */
const ROLES: readonly RoleName[] = ['viewer', 'reviewer', 'editor', 'admin', 'owner'];
const hasRole = (role: RoleName | undefined, least: RoleName) =>
  role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least);

const permissionsOf = (role: RoleName | undefined): Permissions => ({
  mayComment: hasRole(role, 'reviewer'),
  mayApprove: hasRole(role, 'reviewer'),
  mayWrite: hasRole(role, 'editor'),
  mayManage: hasRole(role, 'admin'),
});

const useIsOperator = (): boolean => useQuery(sessionQuery).data?.account.is_operator === true;

/** In the project of the address. */
export function usePermissions(): Permissions {
  const { project } = useParams({ strict: false });
  const isOperator = useIsOperator();
  const teams = useMe().data?.teams ?? [];
  const { data: projects } = useProjects();
  const team = projects?.find(({ id }) => id === project)?.team_id;
  return permissionsOf(isOperator ? 'owner' : teams.find(({ id }) => id === team)?.role);
}

/** The roles up to the person's own in a team. With an empty `team`: up to their highest role in any team. */
export function useRolesBelowOwn(team: string): readonly RoleName[] {
  const isOperator = useIsOperator();
  const own = (useMe().data?.teams ?? []).filter(({ id }) => team === '' || id === team);
  return isOperator ? ROLES : ROLES.filter((role) => own.some((one) => hasRole(one.role, role)));
}

/** Whether the person can create projects, in one of their teams. */
export function useMayCreateProjects(): boolean {
  const isOperator = useIsOperator();
  const teams = useMe().data?.teams ?? [];
  return isOperator || teams.some(({ role }) => hasRole(role, 'admin'));
}

import type { AccessRule } from '../../platform/security/admin-access.ts';
import type { Role } from '../../platform/security/roles.ts';
import { projectNotFound, teamNotFound } from './errors.ts';
import { findTeamId } from './project.ts';
import { selectProject } from './queries.ts';

type Options = Pick<AccessRule<unknown>, 'isSensitive'>;

/** For operations whose input names a project. */
export function ofProject(role: Role, options: Options = {}): AccessRule<{ project_id?: string }> {
  return {
    role,
    notFound: projectNotFound,
    teamOf: async ({ db }, { project_id }) =>
      project_id === undefined ? undefined : (await selectProject(db.reader, project_id))?.teamId,
    ...options,
  };
}

/** For lists about a project, or about a team with all its projects. */
export function ofProjectOrTeam(role: Role): AccessRule<{ project_id?: string; team_id?: string }> {
  return {
    role,
    notFound: projectNotFound,
    async teamOf({ db }, { project_id, team_id }) {
      if (project_id === undefined) return team_id;
      const own = (await selectProject(db.reader, project_id))?.teamId;
      return team_id === undefined || team_id === own ? own : undefined;
    },
  };
}

/** For operations whose input names a team. Without one they concern the first team. */
export function ofTeam(role: Role, options: Options = {}): AccessRule<{ team_id?: string }> {
  return {
    role,
    notFound: teamNotFound,
    teamOf: async (deps, { team_id }) => team_id ?? findTeamId(deps, undefined),
    ...options,
  };
}

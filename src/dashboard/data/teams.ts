import { useQuery } from '@tanstack/react-query';
import type { RoleName } from '../texts/team.ts';
import { get } from './queries.ts';

export interface OwnTeam {
  id: string;
  name: string;
  role: RoleName;
}

export interface Me {
  is_operator: boolean;
  teams: OwnTeam[];
  /** The address of the operator's own editor, with placeholders. */
  editor_url: string | null;
}

/**
 * The team or project whose activity is shown, for the query of its routes. Only operators may read the activity of all teams.
 * Undefined for people without a team: there is nothing that they may read.
 */
export function ownerOfActivity(
  { is_operator, teams }: Me,
  { project, team = is_operator ? undefined : teams[0]?.id }: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> | undefined {
  if (project !== undefined) return { project_id: project };
  return team === undefined && !is_operator ? undefined : { team_id: team };
}

/** The person's teams and roles. Operators are owners of all teams. */
export const useMe = () => useQuery(get<{ data: Me }>('admin/me'));

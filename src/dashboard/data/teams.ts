import { useQuery } from '@tanstack/react-query';
import type { Output } from './operations.ts';
import { get } from './queries.ts';

export type Me = Output<'getMe'>;

export type OwnTeam = Me['teams'][number];

/**
 * The team or project whose activity is shown, for the input of its operations. Only operators may read the activity of all
 * teams. Undefined for people without a team: there is nothing that they may read.
 */
export function ownerOfActivity(
  { is_operator, teams }: Me,
  { project, team = is_operator ? undefined : teams[0]?.id }: Readonly<Record<string, string | undefined>>,
): { project_id?: string; team_id?: string | undefined } | undefined {
  if (project !== undefined) return { project_id: project };
  return team === undefined && !is_operator ? undefined : { team_id: team };
}

/** The person's teams and roles. Operators are owners of all teams. */
export const useMe = () => useQuery(get('getMe'));

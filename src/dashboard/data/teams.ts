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

/** The person's teams and roles. Operators are owners of all teams. */
export const useMe = () => useQuery(get<{ data: Me }>('admin/me'));

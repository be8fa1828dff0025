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
  /** Where templates open in the operator's own editor, with placeholders. */
  editor_url: string | null;
}

/** The person's teams and roles; operators are owners of all. */
export const useMe = () => useQuery(get<{ data: Me }>('admin/me'));

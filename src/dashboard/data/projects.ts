import { useQuery } from '@tanstack/react-query';
import { get, type Page } from './queries.ts';

export type Suspension = 'read_only' | 'blocked' | null;

/** A project as the admin API answers it. */
export interface Project {
  id: string;
  team_id: string;
  name: string;
  plan: string;
  client_id: string;
  suspended: Suspension;
  created_at: string;
}

export interface Team {
  id: string;
  name: string;
}

/** The query of one project, out of the list of all. */
export function useProject(id: string) {
  const { data: list, ...query } = useQuery(get<Page<Project>>('admin/projects'));
  return { ...query, data: list?.data.find((project) => project.id === id) };
}

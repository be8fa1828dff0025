import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { get, type Page } from './queries.ts';

export interface ProjectEntry {
  id: string;
  name: string;
  /** Absent until the project is loaded. */
  team_id?: string;
}

const STORED_PROJECT = 'galley.project';

/** All projects that the person sees. */
export const useProjects = () => useQuery(get<Page<ProjectEntry>>('admin/projects'));

/** The project of the address. On pages without one: the project that was open last, or the first. */
export function useCurrentProject(): ProjectEntry | undefined {
  const { project } = useParams({ strict: false }) as { project?: string };
  const { data } = useProjects();
  if (project !== undefined) localStorage.setItem(STORED_PROJECT, project);
  const wanted = project ?? localStorage.getItem(STORED_PROJECT);
  const found = data?.data.find(({ id }) => id === wanted);
  if (project !== undefined) return found ?? { id: project, name: project };
  return found ?? data?.data[0];
}

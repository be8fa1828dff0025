import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Item } from './operations.ts';
import { get } from './queries.ts';

export type Project = Item<'listProjects'>;

export type Suspension = Project['suspended'];

const STORED_PROJECT = 'galley.project';

/** All projects that the person sees. */
export const useProjects = () => useQuery(get('listProjects'));

/** The query of one project, out of the list of all. */
export function useProject(id: string) {
  const { data: list, ...query } = useProjects();
  return { ...query, data: list?.find((project) => project.id === id) };
}

/** The project of the address. On pages without one: the project that was open last, or the first. */
export function useCurrentProject(): (Pick<Project, 'id' | 'name'> & Partial<Project>) | undefined {
  const { project } = useParams({ strict: false }) as { project?: string };
  const { data } = useProjects();
  if (project !== undefined) localStorage.setItem(STORED_PROJECT, project);
  const wanted = project ?? localStorage.getItem(STORED_PROJECT);
  const found = data?.find(({ id }) => id === wanted);
  if (project !== undefined) return found ?? { id: project, name: project };
  return found ?? data?.[0];
}

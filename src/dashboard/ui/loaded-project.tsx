import type { ReactNode } from 'react';
import { type Project, useProject } from '../data/projects.ts';
import { SHARED } from '../texts/shared.ts';
import { ErrorNotice } from './notice.tsx';
import { EmptyState, SkeletonLines } from './states.tsx';

interface LoadedProjectProps {
  id: string;
  skeleton?: ReactNode;
  children(project: Project): ReactNode;
}

/** Renders with a project. Before, a skeleton or an error. An unknown id may be that of a deleted project. */
export function LoadedProject({ id, skeleton, children }: LoadedProjectProps) {
  const { data, error, isPending, refetch } = useProject(id);
  if (data !== undefined) return children(data);
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (isPending) return skeleton ?? <SkeletonLines />;
  return <EmptyState title={SHARED.errors.notFound} hint={SHARED.errors.notFoundHint} />;
}

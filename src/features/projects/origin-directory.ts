import type { Deps } from '../../platform/deps.ts';
import { createOriginSet, type OriginSet } from '../../platform/origins.ts';
import type { ProjectOriginsChanged } from './events.ts';
import { selectOrigins } from './queries.ts';

/**
 * The web origins of every project that has set some, in memory: each answer asks for them, and a preflight may name
 * projects that do not exist.
 */
export async function createOriginDirectory(deps: Deps) {
  const sets = new Map<string, OriginSet>();
  const put = (projectId: string, origins: readonly string[]): void => {
    if (origins.length === 0) sets.delete(projectId);
    else sets.set(projectId, createOriginSet(origins));
  };
  const rows = await selectOrigins(deps.db.reader);
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.projectId)) {
    put(
      projectId,
      own.map((row) => row.origin),
    );
  }
  deps.events.subscribe((event) => {
    if (event.type !== 'project.origins_changed') return;
    const { projectId, origins } = (event as ProjectOriginsChanged).payload;
    put(projectId, origins);
  });
  return {
    of: (projectId: string) => sets.get(projectId),
    someHas: (origin: string) => [...sets.values()].some((set) => set.has(origin)),
  };
}

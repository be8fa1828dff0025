import type { EventBus } from '../../platform/events.ts';
import { createOriginSet, type OriginSet } from '../../platform/origins.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { ProjectOriginsChanged } from './events.ts';
import { selectOrigins } from './queries.ts';

/**
 * The web origins of every project that has set some, in memory: every response needs them, and a preflight may name
 * projects that do not exist.
 */
export class OriginDirectory {
  readonly #sets = new Map<string, OriginSet>();

  constructor(events: EventBus) {
    events.subscribe((event) => {
      if (event.type !== 'project.origins_changed') return;
      const { projectId, origins } = (event as ProjectOriginsChanged).payload;
      this.#put(projectId, origins);
    });
  }

  async load(db: Connection): Promise<void> {
    const rows = await selectOrigins(db);
    for (const [projectId, own] of Map.groupBy(rows, (row) => row.projectId)) {
      this.#put(
        projectId,
        own.map((row) => row.origin),
      );
    }
  }

  of(projectId: string): OriginSet | undefined {
    return this.#sets.get(projectId);
  }

  someHas(origin: string): boolean {
    return [...this.#sets.values()].some((set) => set.has(origin));
  }

  #put(projectId: string, origins: readonly string[]): void {
    if (origins.length === 0) this.#sets.delete(projectId);
    else this.#sets.set(projectId, createOriginSet(origins));
  }
}

import type { EventBus } from '../../platform/events.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { createOriginSet, type OriginSet } from '../../platform/security/origins.ts';
import type { ProjectOriginsChanged } from './events.ts';
import { selectOrigins } from './queries.ts';

/**
 * The allowed web origins (CORS) of all projects, in memory, because every response needs them, and preflights for unknown
 * projects must not cost queries.
 */
export class OriginDirectory {
  #sets = new Map<string, OriginSet>();
  /** Number of changes by this server. A reload that overlaps with a change is repeated. */
  #changes = 0;

  constructor(events: EventBus) {
    events.subscribe((event) => {
      if (event.type !== 'project.origins_changed') return;
      const { projectId, origins } = (event as ProjectOriginsChanged).payload;
      this.#changes += 1;
      this.#put(projectId, origins);
    });
  }

  /** Reloads all origins, because other servers may have changed them. */
  async load(db: Connection): Promise<void> {
    const changes = this.#changes;
    const rows = await selectOrigins(db);
    if (changes !== this.#changes) return this.load(db);
    this.#sets = new Map();
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

import type { Deps } from '../../../platform/deps.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { updateExportedAt, updateScore } from './use-queries.ts';

/** Exports and scores of half a minute are written together, so that neither has to wait for the database. */
const WRITE_AFTER_MS = 30_000;

/** Most templates in memory; beyond that they are written immediately. */
const MAX_NOTED = 1000;

interface Use {
  scope: TenantScope;
  exportedAt?: number;
  score?: { score: number; version: number };
}

/**
 * Records when templates were exported and how they were scored, for the order of lists. A crash loses the latest
 * records.
 */
export class RecordedUses {
  readonly #deps: Deps;
  /** Uses by template that are not written yet. */
  readonly #noted = new Map<string, Use>();
  #nextWrite: Timer | undefined;
  #exports = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Number of exports since the start. */
  get exports(): number {
    return this.#exports;
  }

  recordExport(scope: TenantScope, id: string): void {
    this.#exports += 1;
    this.#note(scope, id, { exportedAt: this.#deps.clock.now() });
  }

  /** `version`: the version that was scored. */
  recordScore(scope: TenantScope, id: string, score: number, version: number): void {
    this.#note(scope, id, { score: { score, version } });
  }

  #note(scope: TenantScope, id: string, use: Omit<Use, 'scope'>): void {
    this.#noted.set(id, { ...this.#noted.get(id), scope, ...use });
    if (this.#noted.size >= MAX_NOTED) void this.flush();
    else this.#nextWrite ??= setTimeout(() => this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes what is in memory. Never throws: a full disk, or a template deleted meanwhile, must not fail an export. */
  async flush(): Promise<void> {
    clearTimeout(this.#nextWrite);
    this.#nextWrite = undefined;
    const uses = [...this.#noted];
    this.#noted.clear();
    const byTenant = Map.groupBy(uses, ([, { scope }]) => scope.tenant.id);
    for (const [tenantId, ofTenant] of byTenant) {
      try {
        await this.#write(ofTenant);
        this.#deps.services.templates.lists.recordChange(tenantId);
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'exports and scores of templates could not be recorded');
      }
    }
  }

  async #write(uses: readonly [string, Use][]): Promise<void> {
    const [first] = uses;
    if (first === undefined) return;
    await this.#deps.db.transaction(async (db) => {
      for (const [id, { scope, exportedAt, score }] of uses) {
        if (exportedAt !== undefined) await updateExportedAt(scope, db, id, exportedAt);
        if (score !== undefined) await updateScore(scope, db, id, score);
      }
    }, ownerOf(first[1].scope));
  }
}

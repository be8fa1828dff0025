import { DAY_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { deleteInBatches } from '../../platform/periodic-task.ts';
import { AnnouncedValues } from './announced-values.ts';
import { makePage, type TemplatePage, userKeyOf } from './page.ts';
import { deleteOldPages, type StoredPage, selectLastSaves, selectPages, upsertPage } from './page-queries.ts';

/** What changed since the last write is written together. A server that is killed loses what its pages showed since. */
export const PAGES_WRITE_MS = 2_000;

/** Rows of one transaction: other writers wait for it. */
const ROWS_PER_WRITE = 500;

/** How long after its token has expired a page may come back: a computer that slept. */
const KEPT_MS = DAY_MS;

const MAX_RESTORED = 20_000;

/**
 * Keeps what pages show over restarts of the server. A page that was cut off for long before a restart would otherwise be
 * taken to have what others have stored meanwhile, and its next save would undo that.
 */
export class PageStore {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** `isWanted`: the tenants whose pages are restored. */
  async restore(isWanted: (tenantId: number) => boolean = () => true): Promise<void> {
    const { db, clock, services } = this.#deps;
    const stored = await selectPages(db.reader, clock.now() - KEPT_MS, MAX_RESTORED);
    const rows = stored.filter(({ tenantId }) => isWanted(tenantId));
    if (rows.length === 0) return;
    const saves = new Map<string, number>();
    for (const { templateId, userId, version } of await selectLastSaves(db.reader))
      if (userId !== null) saves.set(userKeyOf(templateId, userId), Number(version));
    const pages = new Map<string, TemplatePage>();
    for (const row of rows) {
      const page = pages.get(row.pageId) ?? restorePage(row, saves.get(row.userKey) ?? 0);
      pages.set(row.pageId, page);
      page.stored.set(row.tokenDigest, describeState(page));
      services.templates.pages.restore(row.templateId, row.tokenDigest, page);
    }
  }

  /** Writes what changed. Never throws: the pages are known as long as the server runs. */
  async write(): Promise<void> {
    const changed = [...this.#findChanged()];
    for (let from = 0; from < changed.length; from += ROWS_PER_WRITE) {
      const rows = changed.slice(from, from + ROWS_PER_WRITE);
      for (const [tenantId, ofTenant] of Map.groupBy(rows, ({ row }) => row.tenantId))
        await this.#writeRows(String(tenantId), ofTenant);
    }
  }

  /** Deletes pages that cannot come back. Returns their number. */
  sweep(isStopped: () => boolean): Promise<number> {
    const { db, clock } = this.#deps;
    const before = clock.now() - KEPT_MS;
    return deleteInBatches(db, (connection, limit) => deleteOldPages(connection, before, limit), isStopped);
  }

  *#findChanged(): Generator<{ page: TemplatePage; row: StoredPage }> {
    for (const [templateId, tokenDigest, page] of this.#deps.services.templates.pages.entries()) {
      // Programs that only read are none, and what a page has that no version has is not stored.
      if (page.hasOwnContent || !(page.wasConnected || page.hasSaved)) continue;
      const stored = page.stored.get(tokenDigest);
      if (stored === describeState(page) || (stored === undefined && page.version === undefined)) continue;
      const { id: pageId, tenantId, userKey, tokenIssuedAt, tokenExpiresAt, isCollaborating } = page;
      const { version = null, offered = null } = page;
      const announced = page.announced?.toBytes() ?? null;
      const token = { tokenDigest, tokenIssuedAt, tokenExpiresAt };
      const state = { version, offered, isCollaborating, announced };
      yield { page, row: { templateId, tenantId, pageId, userKey, ...token, ...state } };
    }
  }

  async #writeRows(owner: string, changed: { page: TemplatePage; row: StoredPage }[]): Promise<void> {
    for (const { page, row } of changed) page.stored.set(row.tokenDigest, describeState(page));
    try {
      await this.#deps.db.transaction(async (db) => {
        for (const { row } of changed) await upsertPage(db, row);
      }, owner);
    } catch (error) {
      // The disk may be full, or the tenant deleted.
      this.#deps.log.warn({ err: error }, 'what open pages show could not be stored');
    }
  }
}

/** `lastSave`: the last version that its user has saved. It may be another page that did. */
function restorePage(row: StoredPage, lastSave: number): TemplatePage {
  const { pageId: id, tenantId, userKey, tokenIssuedAt, tokenExpiresAt, isCollaborating } = row;
  const page = makePage({ id, tenantId, userKey, tokenIssuedAt, tokenExpiresAt });
  const version = row.version ?? undefined;
  const isKnown = version !== undefined && lastSave <= version;
  const shown = isKnown ? { version, offered: row.offered ?? undefined } : { versionBefore: version };
  const announced = row.announced === null ? undefined : new AnnouncedValues(row.announced);
  return Object.assign(page, shown, { isCollaborating, announced, wasConnected: true, isRestored: true });
}

const describeState = (page: TemplatePage): string =>
  `${page.version} ${page.offered} ${page.isCollaborating} ${page.tokenExpiresAt} ${page.announced?.count ?? 0}`;

import type { Deps } from '../../platform/deps.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { authorOf } from './author.ts';
import type { PreparedContent } from './content.ts';
import { LostRace, versionConflict } from './errors.ts';
import { templateChanging } from './events.ts';
import { type TemplateRow, updateTemplateRow } from './queries.ts';
import { saveContent } from './save-content.ts';

export interface TemplateChange {
  name?: { name: string | null; nameFolded: string };
  /** Content to store, or the id of one that is stored already. */
  content?: PreparedContent | { id: number };
  /** Whether the content replaces all of the present one. */
  isReplacement?: boolean;
}

/** How often a change is tried anew because somebody else was faster. */
const MAX_ATTEMPTS = 5;

/**
 * Runs a change of a template in a transaction. If another writer changes the template between reading and writing, the
 * transaction is rolled back and `change` starts over with the new state: a change without an expected version goes on
 * top of it, one with an expected version is refused by `requireVersion`.
 */
export async function transactOnTemplate<Result>(
  { db }: Deps,
  change: (db: Connection) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(change);
    } catch (error) {
      if (!(error instanceof LostRace) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Throws `version_conflict` unless the template is at the version the caller has seen. */
export function requireVersion(row: TemplateRow, expected: number | undefined): void {
  if (expected !== undefined && expected !== row.version) throw versionConflict(row.version, expected);
}

/**
 * Applies a change inside `transactOnTemplate` and returns the row as it is then. A change that changes nothing writes
 * nothing: version and date stay. Before another content replaces the present one, `template.changing` is announced.
 */
export async function changeTemplate(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  db: Connection,
  row: TemplateRow,
  change: TemplateChange,
): Promise<TemplateRow> {
  const now = deps.clock.now();
  const contentId = await findContentId({ deps, scope }, db, row, change.content);
  const name = change.name ?? { name: row.name, nameFolded: row.nameFolded };
  if (contentId === row.contentId && name.name === row.name) return row;
  const isNewContent = contentId !== row.contentId;
  if (isNewContent)
    await deps.events.emitInTransaction(templateChanging(row, change.isReplacement === true), scope, db);
  const written = isNewContent && { contentId, contentBy: authorOf(scope), contentAt: now };
  const changed = { ...row, ...name, ...written, version: row.version + 1, updatedAt: now };
  if (!(await updateTemplateRow(scope, db, changed, row.version))) throw new LostRace();
  return changed;
}

async function findContentId(
  context: { deps: Deps; scope: TenantScope },
  db: Connection,
  row: TemplateRow,
  content: TemplateChange['content'],
): Promise<number> {
  if (content === undefined) return row.contentId;
  return 'id' in content ? content.id : saveContent(context, db, content);
}

import type { ActivityRecorded } from '../../platform/events.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../platform/scope.ts';
import { toPrintable } from '../../platform/text/printable-text.ts';
import { ConcurrentChange, templateNotFound, versionConflict } from './errors.ts';
import { contentStored, describeChange, templateChanged, templateChanging } from './events.ts';
import { type AttributeChange, storeTags } from './organizing/attributes.ts';
import { saveTags } from './organizing/tag-queries.ts';
import {
  selectTemplate,
  selectTemplateWithContent,
  type TemplateRow,
  type TemplateWithContent,
  updateTemplateRow,
} from './queries.ts';
import type { PreparedContent } from './saving/prepare-content.ts';
import { extendNewestVersion, insertContentIfNew, selectContentId } from './saving/queries.ts';

/** Most characters of an author's name that are stored. */
const MAX_AUTHOR_NAME = 100;

/** The template with this id. Throws `not_found`. */
export async function requireTemplate(scope: TenantScope, db: Connection, id: string): Promise<TemplateRow> {
  const row = await selectTemplate(scope, db, id);
  if (row === undefined) throw templateNotFound();
  return row;
}

/** As `requireTemplate`, with the content. */
export async function requireTemplateWithContent(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<TemplateWithContent> {
  const row = await selectTemplateWithContent(scope, db, id);
  if (row === undefined) throw templateNotFound();
  return row;
}

/** The author of a content as its template stores it: kind and id, because a person and an agent can have the same id. */
export function authorOf({ actor }: TenantScope): { contentBy: string; contentByName: string | null } {
  const name = actor.isUnnamed ? null : toPrintable(actor.name, MAX_AUTHOR_NAME);
  return { contentBy: `${actor.kind}:${actor.id}`, contentByName: name };
}

/**
 * Stores a content unless the tenant has the same one, and returns its id. To be called in a transaction. Emits
 * `content.stored` for a new one.
 */
export async function saveContent(
  { deps, scope }: TenantContext,
  db: Connection,
  content: PreparedContent,
): Promise<number> {
  // Tried first, because most contents are new, and each statement is a round trip to the database.
  const id = await insertContentIfNew(scope, db, content);
  if (id === undefined) {
    const existing = await selectContentId(scope, db, content.hash);
    return existing ?? saveContent({ deps, scope }, db, content);
  }
  await deps.events.emitInTransaction(contentStored(id, content.json), scope, db);
  return id;
}

export interface TemplateChange extends AttributeChange {
  /** Content to store, or the id of one that is already stored. */
  content?: PreparedContent | { id: number };
  /** The log of which the content is the canvas. Left out: it was made otherwise. */
  canvasEpoch?: number;
  /** The entry of the activity feed. Left out: the attributes that changed. */
  describe?: (changed: TemplateRow) => ActivityRecorded;
}

/** Most attempts of a change whose compare-and-swap fails. */
const MAX_ATTEMPTS = 5;

/**
 * Runs a change of a template in a transaction with optimistic locking. If another writer changes the template between
 * reading and writing, the transaction is rolled back and `change` is retried on the new state. There, a change without an
 * expected version is applied, and one with an expected version is refused by `requireVersion`.
 */
export async function transactOnTemplate<Result>(
  { deps, scope }: TenantContext,
  change: (db: Connection) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deps.db.transaction(change, ownerOf(scope));
    } catch (error) {
      if (!(error instanceof ConcurrentChange) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Throws `version_conflict` unless the template is at the version that the caller has seen. */
export function requireVersion(row: TemplateRow, expected: number | undefined): void {
  if (expected !== undefined && expected !== row.version) throw versionConflict(row.version, expected);
}

/**
 * Applies a change inside `transactOnTemplate` and returns the changed row. If all stays the same, nothing is written,
 * and the version stays; the date stays unless name, key or content change. Emits `template.changing` before it
 * replaces the content, and `template.changed` and the entries of the activity feed at the end.
 */
export async function changeTemplate(
  { deps, scope }: TenantContext,
  db: Connection,
  row: TemplateRow,
  change: TemplateChange,
): Promise<TemplateRow> {
  const now = deps.clock.now();
  const contentId = await findContentId({ deps, scope }, db, row, change.content);
  const name = change.name ?? { name: row.name, nameFolded: row.nameFolded };
  const key = change.key === undefined ? row.key : change.key;
  const place = filterFieldsAfter(row, change, now);
  const isNewContent = contentId !== row.contentId;
  const isEdited = isNewContent || name.name !== row.name || key !== row.key;
  if (!isEdited && isSameFilterFields(place, row)) return row;
  const canvasEpoch = change.canvasEpoch ?? null;
  const written = isNewContent && { contentId, ...authorOf(scope), contentAt: now, canvasEpoch };
  const version = row.version + 1;
  const updatedAt = isEdited ? now : row.updatedAt;
  const changed = { ...row, ...name, key, ...place, ...written, version, updatedAt };
  if (isNewContent) await deps.events.emitInTransaction(templateChanging(row, changed), scope, db);
  else await extendNewestVersion(scope, db, changed);
  if (!(await updateTemplateRow(scope, db, row, changed))) throw new ConcurrentChange();
  if (change.tags !== undefined && place.tags !== row.tags) await saveTags(db, row.id, change.tags);
  await deps.events.emitInTransaction(templateChanged(row, changed), scope, db);
  const activities =
    change.describe === undefined ? describeChange(row, changed) : [change.describe(changed)];
  for (const activity of activities) await deps.events.emitInTransaction(activity, scope, db);
  return changed;
}

/** The attributes of a template by which lists filter. */
type FilterFields = Pick<TemplateRow, 'folderId' | 'archivedAt' | 'tags'>;

function filterFieldsAfter(row: FilterFields, change: TemplateChange, now: number): FilterFields {
  const { folderId = row.folderId, isArchived = row.archivedAt !== null, tags } = change;
  return {
    folderId,
    archivedAt: isArchived ? (row.archivedAt ?? now) : null,
    tags: tags === undefined ? row.tags : storeTags(tags),
  };
}

const isSameFilterFields = (a: FilterFields, b: FilterFields): boolean =>
  a.folderId === b.folderId && a.archivedAt === b.archivedAt && a.tags === b.tags;

async function findContentId(
  context: TenantContext,
  db: Connection,
  row: TemplateRow,
  content: TemplateChange['content'],
): Promise<number> {
  if (content === undefined) return row.contentId;
  return 'id' in content ? content.id : saveContent(context, db, content);
}

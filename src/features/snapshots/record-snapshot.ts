import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { createId } from '../../platform/ids.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { selectTenantUsage } from '../projects/index.ts';
import { authorOf, type TemplateRow } from '../templates/index.ts';
import { noRoomForSnapshot, tooManySnapshots } from './errors.ts';
import {
  insertKeptSnapshot,
  insertSnapshot,
  keepSnapshot,
  type SnapshotRow,
  selectNewestSnapshot,
} from './queries.ts';
import {
  countAutomatic,
  deleteDenseSnapshots,
  deleteOldestAutomatic,
  thinSnapshots,
} from './thinning-queries.ts';

const WEEK_MS = 7 * DAY_MS;

/**
 * Thinning starts above this. A history is thinned at least with every 25th change, so a template has at most 500
 * automatic snapshots.
 */
const THINNED_ABOVE = 475;

/** Snapshots that thinning leaves, so that it is rarely needed. */
const LEFT_AUTOMATIC = 450;

type SnapshotDraft = Omit<SnapshotRow, 'id' | 'tenantId' | 'createdAt'>;

interface Recording {
  now: number;
  /** A content that the same transaction is about to use. Snapshots with it are not thinned. */
  keptContentId: number;
}

/** An automatic snapshot of the template's present content. */
export function makeDraft(row: TemplateRow): SnapshotDraft {
  const { id, contentId, contentBy, contentByName, version, canvasEpoch } = row;
  const colon = contentBy.indexOf(':');
  const isKnown = contentByName !== null;
  return {
    templateId: id,
    contentId,
    isAutosave: true,
    label: null,
    authorKind: isKnown ? contentBy.slice(0, colon) : null,
    authorId: isKnown ? contentBy.slice(colon + 1) : null,
    authorName: contentByName,
    version,
    lastVersion: null,
    canvasEpoch,
  };
}

/** A snapshot of a content that the template does not have, such as unsaved work in an editor. */
export function makeUnsavedDraft(
  scope: TenantScope,
  template: TemplateRow,
  contentId: number,
): SnapshotDraft {
  const draft = makeDraft({ ...template, ...authorOf(scope), contentId });
  return { ...draft, version: null, lastVersion: null, canvasEpoch: null };
}

/**
 * Records a content in a template's history, inside a transaction, and thins the automatic snapshots. If the newest
 * snapshot has the same content, no row is added; that snapshot becomes a kept one if the draft is. A different label always
 * makes a new entry. `isNew`: it was added, or is kept from now on.
 *
 * An automatic snapshot is always recorded, whatever the limits are: older automatic ones make room. For one that is
 * to be kept, throws `plan_limit_reached` if the template has too many or the tenant's storage is full.
 */
export async function recordSnapshot(
  scope: TenantScope,
  db: Connection,
  draft: SnapshotDraft,
  recording: Recording,
): Promise<{ row: SnapshotRow; isNew: boolean }> {
  const newest = await selectNewestSnapshot(scope, db, draft.templateId);
  if (newest?.contentId === draft.contentId && !isOtherLabel(newest, draft)) {
    const row = await keepIfManual(scope, db, newest, draft);
    return { row, isNew: row.isAutosave !== newest.isAutosave };
  }
  const { now, keptContentId } = recording;
  const row = await addSnapshot(scope, db, draft, { at: notBefore(newest, now), keptContentId });
  await thinOldSnapshots(scope, db, { templateId: row.templateId, ...recording });
  return { row, isNew: true };
}

/**
 * The time of a snapshot that follows `newest`, even if the clock was set back, because the list is ordered by time.
 */
export function notBefore(newest: Pick<SnapshotRow, 'createdAt'> | undefined, time: number): number {
  return Math.max(time, newest?.createdAt ?? 0);
}

/** Adds a snapshot and frees storage for it. Throws as `recordSnapshot` does. */
export async function addSnapshot(
  scope: TenantScope,
  db: Connection,
  draft: SnapshotDraft,
  { at, keptContentId }: { at: number; keptContentId: number },
): Promise<SnapshotRow> {
  const row = { ...draft, id: createId(), tenantId: scope.tenant.id, createdAt: at };
  const isLimited = scope.plan.limits.storage_limit_bytes !== null;
  const before = isLimited ? (await selectTenantUsage(scope, db)).storedBytes : 0;
  if (row.isAutosave) await insertSnapshot(db, row);
  else if (!(await insertKeptSnapshot(db, row, limitOf(scope)))) throw explainLimit(scope);
  if (isLimited) await requireRoom(scope, db, { row, keptContentId, before });
  return row;
}

const limitOf = ({ plan }: TenantScope) => plan.limits.max_snapshots ?? Number.MAX_SAFE_INTEGER;

const explainLimit = (scope: TenantScope) => tooManySnapshots(limitOf(scope), scope.plan.name);

function isOtherLabel(existing: SnapshotRow, { isAutosave, label }: SnapshotDraft): boolean {
  return !isAutosave && label !== null && existing.label !== null && label !== existing.label;
}

async function keepIfManual(
  scope: TenantScope,
  db: Connection,
  existing: SnapshotRow,
  draft: SnapshotDraft,
): Promise<SnapshotRow> {
  if (draft.isAutosave) return existing;
  const kept = { ...existing, isAutosave: false, label: draft.label ?? existing.label };
  if (!(await keepSnapshot(scope, db, kept, limitOf(scope)))) throw explainLimit(scope);
  return kept;
}

/**
 * Called after a snapshot was recorded. If the tenant then uses more storage than its plan allows, and more than
 * `before`, the oldest automatic snapshots of the template are deleted to make room for an automatic one. A manual one
 * is refused.
 */
async function requireRoom(
  scope: TenantScope,
  db: Connection,
  { row, keptContentId, before }: { row: SnapshotRow; keptContentId: number; before: number },
): Promise<void> {
  const limit = scope.plan.limits.storage_limit_bytes;
  if (limit === null) return;
  // After a change to a smaller plan, more may be used than is allowed. Then the history keeps its size.
  const allowed = Math.max(limit, before);
  const { templateId, id: newestId } = row;
  for (;;) {
    const { storedBytes } = await selectTenantUsage(scope, db);
    if (storedBytes <= allowed) return;
    if (!row.isAutosave) throw noRoomForSnapshot(storedBytes - before, limit, scope.plan.name);
    if (!(await deleteOldestAutomatic(scope, db, { templateId, newestId, keptContentId }))) return;
  }
}

/**
 * Thins automatic snapshots: those of the last day stay, one an hour of the last week, one a day before that, and no
 * more than `LEFT_AUTOMATIC` if there are more than `THINNED_ABOVE`. Contents that lose their last reference are
 * deleted with them, except `keptContentId`.
 */
export async function thinOldSnapshots(
  scope: TenantScope,
  db: Connection,
  { templateId, keptContentId, now }: { templateId: string } & Recording,
): Promise<void> {
  const [dayAgo, weekAgo] = [now - DAY_MS, now - WEEK_MS];
  const { total, old } = await countAutomatic(scope, db, templateId, dayAgo);
  if (old > 1) {
    const ages = [
      { from: weekAgo, until: dayAgo, bucketMs: HOUR_MS },
      { from: 0, until: weekAgo, bucketMs: DAY_MS },
    ];
    for (const age of ages) await thinSnapshots(scope, db, templateId, { ...age, keptContentId });
  }
  if (total <= THINNED_ABOVE) return;
  const left = old > 1 ? (await countAutomatic(scope, db, templateId, dayAgo)).total : total;
  if (left <= THINNED_ABOVE) return;
  await deleteDenseSnapshots(scope, db, templateId, { most: left - LEFT_AUTOMATIC, keptContentId, now });
}

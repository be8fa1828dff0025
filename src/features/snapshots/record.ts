import { createId } from '../../platform/ids.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import {
  insertSnapshot,
  type SnapshotRow,
  selectNewestSnapshot,
  thinSnapshots,
  updateSnapshotKind,
} from './queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

export interface SnapshotDraft {
  templateId: string;
  contentId: number;
  isAutosave: boolean;
  label: string | null;
}

/**
 * Records a content in a template's history, inside a transaction. If the newest snapshot holds the same content it
 * stands for this one too, and is kept from now on if this one is to be kept: history shows changes, not repetitions.
 * Two labels are two entries, because both were given on purpose.
 */
export async function recordSnapshot(
  scope: TenantScope,
  db: Connection,
  draft: SnapshotDraft,
  now: number,
): Promise<{ row: SnapshotRow; isNew: boolean }> {
  const newest = await selectNewestSnapshot(scope, db, draft.templateId);
  if (newest?.contentId === draft.contentId && !isOtherLabel(newest, draft)) {
    return { row: await keepIfWanted(scope, db, newest, draft), isNew: false };
  }
  // Never before its predecessor, even if the clock was set back: the order of the list is the order of the changes.
  const createdAt = Math.max(now, newest?.createdAt ?? 0);
  const row = { id: createId(), tenantId: scope.tenant.id, ...draft, createdAt };
  await insertSnapshot(db, row);
  return { row, isNew: true };
}

function isOtherLabel(existing: SnapshotRow, { isAutosave, label }: SnapshotDraft): boolean {
  return !isAutosave && label !== null && existing.label !== null && label !== existing.label;
}

async function keepIfWanted(
  scope: TenantScope,
  db: Connection,
  existing: SnapshotRow,
  draft: SnapshotDraft,
): Promise<SnapshotRow> {
  if (draft.isAutosave) return existing;
  const kind = { isAutosave: false, label: draft.label ?? existing.label };
  await updateSnapshotKind(scope, db, existing.id, kind);
  return { ...existing, ...kind };
}

/** Automatic snapshots: all of the last day stay, one an hour of the last week, one a day before that. */
export async function thinOldSnapshots(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  now: number,
): Promise<void> {
  const weekAgo = now - WEEK_MS;
  await thinSnapshots(scope, db, templateId, { from: weekAgo, until: now - DAY_MS, bucketMs: HOUR_MS });
  await thinSnapshots(scope, db, templateId, { from: 0, until: weekAgo, bucketMs: DAY_MS });
}

import type { Static } from '@sinclair/typebox';
import { toIsoTime } from '../../platform/clock.ts';
import { type View, viewContent } from '../templates/index.ts';
import type { SnapshotRow, SnapshotWithContent } from './queries.ts';
import type { ViewedSnapshot } from './schema.ts';

/** A snapshot without its content. */
export function toSnapshotSummary(row: SnapshotRow): Static<typeof ViewedSnapshot> {
  return {
    id: row.id,
    template_id: row.templateId,
    is_autosave: row.isAutosave,
    ...(row.label === null ? {} : { label: row.label }),
    created_at: toIsoTime(row.createdAt),
  };
}

/** A snapshot with as much of its content as is wanted. */
export function toSnapshot(row: SnapshotWithContent, view: View): Static<typeof ViewedSnapshot> {
  return { ...toSnapshotSummary(row), ...viewContent(row.json, view) };
}

import type { Static } from '@sinclair/typebox';
import { toIsoTime } from '../../platform/clock.ts';
import { storedJson } from '../../platform/stored-json.ts';
import type { SnapshotWithContent } from './queries.ts';
import type { Snapshot } from './schema.ts';

/** A snapshot with its content, spliced in as stored. */
export function toSnapshot(row: SnapshotWithContent): Static<typeof Snapshot> {
  return {
    id: row.id,
    template_id: row.templateId,
    content: storedJson(row.json),
    is_autosave: row.isAutosave,
    ...(row.label === null ? {} : { label: row.label }),
    created_at: toIsoTime(row.createdAt),
  };
}

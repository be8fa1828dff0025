import type { Static } from '@sinclair/typebox';
import { toIsoTime } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TrashEntry } from './queries.ts';
import type { RestoredItem, TrashItem, TrashKindName } from './schema.ts';
import type { Restored } from './work.ts';

export function toTrashItem({ services }: Deps, entry: TrashEntry): Static<typeof TrashItem> {
  const { id, kind, name, templateId, folderName, items, bytes, deletedAt } = entry;
  return {
    id,
    kind: kind as TrashKindName,
    ...(name !== null && { name }),
    ...(templateId !== null && { template_id: templateId }),
    ...(folderName !== null && { folder: folderName }),
    ...(items > 0 && { items }),
    size: bytes,
    deleted_at: toIsoTime(deletedAt),
    deleted_by: { kind: entry.deletedByKind, id: entry.deletedBy, name: entry.deletedByName },
    purge_at: toIsoTime(deletedAt + services.trash.retentionMs),
  };
}

export function toRestoredItem({ entry, name, changes }: Restored): Static<typeof RestoredItem> {
  return { id: entry.id, kind: entry.kind as TrashKindName, ...(name !== null && { name }), changes };
}

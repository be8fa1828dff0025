import type { Static } from '@sinclair/typebox';
import { toIsoTime } from '../../platform/clock.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { storedJson } from '../../platform/stored-json.ts';
import type { SavedModuleWithBytes } from './queries.ts';
import type { SavedModule } from './schema.ts';

export function toSavedModule(scope: TenantScope, row: SavedModuleWithBytes): Static<typeof SavedModule> {
  const isOwn = row.tenantId === scope.tenant.id;
  const created = toIsoTime(row.createdAt);
  const updated = toIsoTime(row.updatedAt);
  return {
    id: row.id,
    name: row.name,
    ...(row.category !== null && { category: row.category }),
    content: storedJson(row.json),
    canUpdate: isOwn,
    canDelete: isOwn,
    createdAt: created,
    updatedAt: updated,
    created_at: created,
    updated_at: updated,
  };
}

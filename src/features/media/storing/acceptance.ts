// Not by the index: the server itself must not load what draws.
import { type SniffedType, sniffType } from '../../../mail/pictures/photo/sniff.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import type { SpooledFile } from '../../../platform/upload.ts';
import { reserveMediaBytes, selectTenantUsage, tenantNotFound } from '../../projects/index.ts';
import { categoryNotInPlan, fileTooLarge, storageLimitReached, unknownType } from '../errors.ts';

/** What a file is by its content. Throws unless the plan takes such files, and so large ones. */
export function requireAcceptedType(scope: TenantScope, file: SpooledFile, field: string): SniffedType {
  const { name, limits } = scope.plan;
  const accepted = limits.media_categories;
  const type = sniffType(file.head);
  if (type === undefined) throw unknownType(field, accepted);
  if (!accepted.includes(type.category)) throw categoryNotInPlan(type.category, { name, accepted });
  if (file.bytes > limits.max_file_size_bytes) throw fileTooLarge(limits.max_file_size_bytes, name);
  return type;
}

/** Throws `plan_limit_reached` if so many bytes do not fit as things are now: before work that would be in vain. */
export async function requireRoom(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  bytes: number,
): Promise<void> {
  const limit = scope.plan.limits.storage_limit_bytes;
  if (limit === null) return;
  const { mediaBytes } = await selectTenantUsage(scope, deps.db.reader);
  if (mediaBytes + bytes > limit) throw noRoom(scope, limit, { bytes, used: mediaBytes });
}

/** Counts so many bytes, inside a transaction. Throws `plan_limit_reached` if they do not fit. */
export async function reserveRoom(scope: TenantScope, db: Connection, bytes: number): Promise<void> {
  const limit = scope.plan.limits.storage_limit_bytes;
  if (await reserveMediaBytes(scope, db, bytes, limit)) return;
  if (limit === null) throw tenantNotFound();
  const { mediaBytes } = await selectTenantUsage(scope, db);
  throw noRoom(scope, limit, { bytes, used: mediaBytes });
}

function noRoom(scope: TenantScope, limit: number, { bytes, used }: { bytes: number; used: number }) {
  // After a change to a smaller plan more may be used than is allowed.
  return storageLimitReached(bytes, { free: Math.max(0, limit - used), limit, plan: scope.plan.name });
}

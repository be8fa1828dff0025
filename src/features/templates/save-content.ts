import type { Deps } from '../../platform/deps.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import type { PreparedContent } from './content.ts';
import { contentStored } from './events.ts';
import { insertContentIfNew, selectContentId } from './queries.ts';

/**
 * The id of this content within the tenant, stored now if it is new; then `content.stored` is announced. Inside a
 * transaction.
 */
export async function saveContent(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  db: Connection,
  content: PreparedContent,
): Promise<number> {
  const existing = await selectContentId(scope, db, content.hash);
  if (existing !== undefined) return existing;
  const id = await insertContentIfNew(scope, db, content);
  if (id === undefined) return saveContent({ deps, scope }, db, content);
  await deps.events.emitInTransaction(contentStored(id, content.json), scope, db);
  return id;
}

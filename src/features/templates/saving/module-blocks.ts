import { MAX_CONTENT_BYTES, MAX_OPERATIONS } from '../../../mail/model/index.ts';
import { withoutIds } from '../../../mail/texts/index.ts';
import { featureUnavailable } from '../../../platform/errors.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { contentTooLarge } from '../errors.ts';

/**
 * Reads the JSON of the blocks of a saved module that the scope can use; undefined if there is no such module. The feature of
 * saved modules, which is above this one, provides it.
 */
export type ModuleReader = (
  scope: TenantScope,
  db: Connection,
  id: string,
) => Promise<Uint8Array | undefined>;

/**
 * The blocks of the saved modules that operations name, by the module's id. Block ids are removed, because each copy
 * gets its own.
 */
export async function readModuleBlocks(
  { deps, scope }: TenantContext,
  db: Connection,
  operations: unknown,
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const modules = new Map<string, readonly unknown[]>();
  let bytes = 0;
  for (const id of namesOfModules(operations)) {
    if (!scope.plan.features.saved_modules) throw featureUnavailable('saved_modules');
    const json = await deps.services.templates.moduleReader?.(scope, db, id);
    if (json === undefined) continue;
    bytes += json.byteLength;
    // Limited, because they are parsed on the serving thread.
    if (bytes > MAX_CONTENT_BYTES)
      throw contentTooLarge(
        'The saved modules in these operations have more than 2 MB. Insert fewer of them.',
      );
    modules.set(id, withoutIds(JSON.parse(Buffer.from(json).toString())) as unknown[]);
  }
  return modules;
}

/** Collects ids from unchecked operations. */
function namesOfModules(operations: unknown): Set<string> {
  if (!Array.isArray(operations)) return new Set();
  const names = operations.slice(0, MAX_OPERATIONS).map((operation) => Object(operation).module);
  return new Set(names.filter((name) => typeof name === 'string'));
}

import type { Deps } from '../../../platform/deps.ts';
import { removeUnusedFiles } from '../store/stored-files.ts';
import { listQuarantine } from './quarantine.ts';

const FILES_AT_ONCE = 200;

/**
 * Removes the files of a tenant whose rows are deleted, including those in the quarantine. During a backup the files
 * stay, and the next sweep removes them.
 */
export async function eraseTenantFiles(deps: Deps, tenantId: number): Promise<void> {
  const folder = `t${tenantId}`;
  let keys: string[] = [];
  for await (const { key } of deps.files.list(folder)) {
    keys.push(key);
    if (keys.length < FILES_AT_ONCE) continue;
    await removeUnusedFiles(deps, keys);
    keys = [];
  }
  await removeUnusedFiles(deps, keys);
  for await (const { key, place } of listQuarantine(deps)) {
    if (key.startsWith(`${folder}/`)) await deps.files.delete(place);
  }
}

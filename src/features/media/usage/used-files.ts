import { Type } from '@sinclair/typebox';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { selectUses, type Use } from './queries.ts';

/** Templates named for one file; more would help nobody. */
const MAX_NAMED = 50;

/** Editors have asked which templates use a file before they delete it; agents have to say that they mean it. */
export const ForceInput = Type.Boolean({
  default: true,
  description: 'true: delete also files that templates show; false: leave those.',
});

/** What a template is called where its name has to stand for it. */
export const nameOfUse = ({ name, templateId }: Use): string => name ?? `Unnamed (${templateId})`;

/** Templates that show files, by the files' ids; of each file 50 at most, which know how many there are. */
export async function selectUsesByFile(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
): Promise<Map<string, Use[]>> {
  return Map.groupBy(await selectUses(scope, db, ids, MAX_NAMED), (use) => use.fileId);
}

/** Those of the files that a template shows. */
export async function selectUsedIds(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set((await selectUses(scope, db, ids, 1)).map((use) => use.fileId));
}

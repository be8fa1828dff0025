import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { MEDIA_PATH } from './addresses.ts';
import { fileNotFound } from './errors.ts';
import { toItem } from './output.ts';
import { type ItemRow, selectItem } from './queries.ts';
import { selectFilesByToken, selectTokens } from './usage/queries.ts';
import { findTokens } from './usage/uses.ts';

/** The tenant's file with this id. Throws `not_found`. */
export async function requireItem(scope: TenantScope, db: Connection, id: string): Promise<ItemRow> {
  const row = await selectItem(scope, db, id);
  if (row === undefined) throw fileNotFound();
  return row;
}

/** A file that contents refer to. */
interface NamedFile {
  id: string;
  /** The address for new uses; undefined if the file is in the trash. */
  url: string | undefined;
  /** Parts of addresses: each address of the file, former ones and all sizes included, contains one of them. */
  addressParts: string[];
}

/** The tenant's file with this id or one of these addresses. */
export async function findNamedFile(
  { deps, scope }: TenantContext,
  idOrAddress: string,
): Promise<NamedFile | undefined> {
  const db = deps.db.reader;
  const tokens = findTokens(Buffer.from(idOrAddress));
  const [byAddress] = tokens.length === 1 ? await selectFilesByToken(scope, db, tokens) : [];
  const item = await selectItem(scope, db, byAddress ?? idOrAddress);
  const id = byAddress ?? item?.id;
  if (id === undefined) return undefined;
  const versions = await selectTokens(scope, db, [id]);
  return {
    id,
    url: item && toItem(deps, item, 'compact').url,
    addressParts: versions.map(({ token }) => `${MEDIA_PATH}/${token}/`),
  };
}

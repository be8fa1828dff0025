import type { TenantContext } from '../../platform/operation.ts';
import { MEDIA_PATH } from './addresses.ts';
import { toItem } from './output.ts';
import { selectItem } from './queries.ts';
import { selectFilesByToken, selectTokens } from './usage/queries.ts';
import { findTokens } from './usage/uses.ts';

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

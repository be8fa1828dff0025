import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { MEDIA_PATH } from './addresses.ts';
import { toItem } from './output.ts';
import { selectItem } from './queries.ts';
import { selectFilesByToken, selectTokens } from './usage/queries.ts';
import { findTokens } from './usage/uses.ts';

/** A file as it is named in contents. */
export interface NamedFile {
  id: string;
  /** The address to place it with; undefined if it is in the trash. */
  url: string | undefined;
  /** Each of its addresses, former ones and all sizes, contains one of them. */
  addressParts: string[];
}

/** The file of the tenant that an id or one of its addresses names. */
export async function findNamedFile(
  { deps, scope }: { deps: Deps; scope: TenantScope },
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

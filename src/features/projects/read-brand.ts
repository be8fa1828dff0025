import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import type { Brand } from './brand-schema.ts';
import { selectBrand } from './queries.ts';

/** The brand of the project one works in; an empty object when nothing is set. */
export async function readBrand(context: { deps: Deps; scope: TenantScope }): Promise<Brand> {
  return parseBrand(await selectBrand(context.scope, context.deps.db.reader));
}

/** A brand as it is stored: JSON that was checked when it was set, or null. */
export function parseBrand(stored: string | null): Brand {
  return stored === null ? {} : (JSON.parse(stored) as Brand);
}

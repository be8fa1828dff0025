import { useQuery } from '@tanstack/react-query';
import type { Item, TenantRef } from './operations.ts';
import { get } from './queries.ts';

export type Tenant = Item<'listTenants'>;

/** The name of a tenant. Its identifier if it has no name, or until it is loaded. */
export const useTenantName = (at: TenantRef): string =>
  useQuery(get('getTenant', at)).data?.name ?? at.tenant;

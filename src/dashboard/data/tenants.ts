import { useQuery } from '@tanstack/react-query';
import { tenantPath } from './paths.ts';
import type { Suspension } from './projects.ts';
import { get } from './queries.ts';

export interface Tenant {
  tenant: string;
  name: string | null;
  plan?: string;
  suspended: Suspension;
  template_count: number;
  storage_bytes: number;
  created_at: string;
}

/** The name of a tenant. Its identifier if it has no name, or until it is loaded. */
export const useTenantName = (project: string, tenant: string): string =>
  useQuery(get<{ data: Tenant }>(tenantPath(project, tenant))).data?.data.name ?? tenant;

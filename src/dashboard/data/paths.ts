/** The path of a project's routes. */
export const projectPath = (project: string): string => `admin/projects/${encodeURIComponent(project)}`;

/** The path of a tenant's routes. */
export const tenantPath = (project: string, tenant: string): string =>
  `${projectPath(project)}/tenants/${encodeURIComponent(tenant)}`;

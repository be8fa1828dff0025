import type { DomainEvent } from '../../platform/events.ts';

export type ProjectChanged = DomainEvent<'project.changed', { projectId: string }>;

/** Credentials were revoked without an overlap. Realtime connections that used them must authorize again. */
export type ProjectCredentialsRevoked = DomainEvent<'project.credentials_revoked', { projectId: string }>;
export type ProjectOriginsChanged = DomainEvent<
  'project.origins_changed',
  { projectId: string; origins: readonly string[] }
>;
type TenantCreated = DomainEvent<'tenant.created', { projectId: string; tenant: string }>;
/** Its plan or brand. */
export type TenantChanged = DomainEvent<'tenant.changed', { projectId: string; tenant: string }>;
export type TenantDeleted = DomainEvent<'tenant.deleted', { projectId: string; tenant: string }>;

export const projectChanged = (projectId: string): ProjectChanged => ({
  type: 'project.changed',
  payload: { projectId },
});

export const projectCredentialsRevoked = (projectId: string): ProjectCredentialsRevoked => ({
  type: 'project.credentials_revoked',
  payload: { projectId },
});

export const projectOriginsChanged = (
  projectId: string,
  origins: readonly string[],
): ProjectOriginsChanged => ({ type: 'project.origins_changed', payload: { projectId, origins } });

export const tenantCreated = (projectId: string, tenant: string): TenantCreated => ({
  type: 'tenant.created',
  payload: { projectId, tenant },
});

export const tenantChanged = (projectId: string, tenant: string): TenantChanged => ({
  type: 'tenant.changed',
  payload: { projectId, tenant },
});

export const tenantDeleted = (projectId: string, tenant: string): TenantDeleted => ({
  type: 'tenant.deleted',
  payload: { projectId, tenant },
});

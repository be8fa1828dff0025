import type { DomainEvent } from '../../platform/events.ts';

export type ProjectChanged = DomainEvent<'project.changed', { projectId: string }>;

/** Credentials were revoked without an overlap. Realtime connections that used them must authorize again. */
export type ProjectCredentialsRevoked = DomainEvent<'project.credentials_revoked', { projectId: string }>;
export type ProjectOriginsChanged = DomainEvent<
  'project.origins_changed',
  { projectId: string; origins: readonly string[] }
>;
type TenantCreated = DomainEvent<'tenant.created', { projectId: string; tenant: string }>;
/** The plan, brand, name or suspension of a tenant has changed. */
export type TenantChanged = DomainEvent<'tenant.changed', { projectId: string; tenant: string }>;
/** A tenant was moved to the trash or deleted for good. Its users have lost access. */
export type TenantDeleted = DomainEvent<'tenant.deleted', { projectId: string; tenant: string }>;
/** A tenant was taken out of the trash. */
type TenantRestored = DomainEvent<'tenant.restored', { projectId: string; tenant: string }>;
/** The data of a tenant was deleted for good. */
type TenantPurged = DomainEvent<'tenant.purged', { projectId: string; tenant: string }>;
/**
 * A tenant was moved to another project. `projectId`: the former one. Emitted in the transaction of the change, too.
 */
export type TenantMoved = DomainEvent<
  'tenant.moved',
  { projectId: string; tenant: string; tenantId: number; toProjectId: string }
>;

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

export const tenantRestored = (projectId: string, tenant: string): TenantRestored => ({
  type: 'tenant.restored',
  payload: { projectId, tenant },
});

export const tenantPurged = (projectId: string, tenant: string): TenantPurged => ({
  type: 'tenant.purged',
  payload: { projectId, tenant },
});

export const tenantMoved = (payload: TenantMoved['payload']): TenantMoved => ({
  type: 'tenant.moved',
  payload,
});

export function isTenantMoved(event: DomainEvent): event is TenantMoved {
  return event.type === 'tenant.moved';
}

/** A tenant has reached a soft limit of its plan. */
type UsageSoftLimitReached = DomainEvent<
  'usage.soft_limit_reached',
  {
    projectId: string;
    tenant: string;
    what: string;
    used: number;
    soft_limit: number;
    limit: number | null;
  }
>;

export const usageSoftLimitReached = (
  projectId: string,
  tenant: string,
  facts: Omit<UsageSoftLimitReached['payload'], 'projectId' | 'tenant'>,
): UsageSoftLimitReached => ({
  type: 'usage.soft_limit_reached',
  payload: { projectId, tenant, ...facts },
});

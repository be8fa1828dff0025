import type { AnyOperation } from '../operation.ts';
import type { ProjectScope, TenantScope } from '../scope.ts';

/** The credentials of a customer's backend. */
export type BackendCredentials =
  | { kind: 'client'; clientId: string; clientSecret: string }
  | { kind: 'key'; value: string };

/** A request of a customer's backend, as far as authorization needs it. */
export interface BackendCall {
  operation: AnyOperation;
  /** The tenant that the path names; undefined for an operation on the tenants of the project. */
  tenant: string | undefined;
  /** Name of the actor as the backend sent it, for history and activity. */
  actorName: string | undefined;
  /** IP address of the client. */
  address: string;
}

/**
 * The scope of a backend's call. Throws `unauthorized`, `forbidden` for a key that may not perform the operation, and
 * `not_found` for an unknown tenant.
 */
export type OpenBackendScope = (
  credentials: BackendCredentials,
  call: BackendCall,
) => Promise<ProjectScope | TenantScope>;

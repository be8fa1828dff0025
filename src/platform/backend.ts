import type { AnyOperation } from './operation.ts';
import type { ProjectScope, TenantScope } from './scope.ts';

/** What the backend of a customer shows to prove who it is. */
export type BackendCredentials =
  | { kind: 'client'; clientId: string; clientSecret: string }
  | { kind: 'key'; value: string };

/** What a backend wants to do. */
export interface BackendCall {
  operation: AnyOperation;
  /** The tenant that the path names; undefined for an operation on the tenants of the project. */
  tenant: string | undefined;
  /** Who acts, in the words of the backend. */
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

import type { AnyOperation } from './operation.ts';
import type { AdminScope, TenantScope } from './scope.ts';

/** What a person with an account, or an admin token, wants to do. */
export interface PersonCall {
  operation: AnyOperation;
  /** The project and the tenant that the path names. */
  project: string | undefined;
  tenant: string | undefined;
  /** IP address of the client. */
  readAddress: () => string;
}

/**
 * The scope of a call to the admin API. `token`: an admin token; undefined: the session cookie in the headers counts. Throws
 * `unauthorized`, and `not_found` for what belongs to a team that the person is not in.
 */
export type OpenPersonScope = (
  credentials: { token: string } | { headers: Headers },
  call: PersonCall,
) => Promise<AdminScope | TenantScope>;

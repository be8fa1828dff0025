import type { AnyOperation } from '../operation.ts';
import type { AdminScope, TenantScope } from '../scope.ts';

/** A request of a person with an account, or of an admin token, as far as authorization needs it. */
export interface AccountCall {
  operation: AnyOperation;
  /** The project and the tenant that the path names. */
  project: string | undefined;
  tenant: string | undefined;
  /** IP address of the client. */
  readAddress: () => string;
}

/**
 * The scope of a request to the admin API. `token`: an admin token; undefined: the session cookie in the headers is
 * used. Throws `unauthorized`, or `not_found` for things of a team that the person is not in.
 */
export type OpenAccountScope = (
  credentials: { token: string } | { headers: Headers },
  call: AccountCall,
) => Promise<AdminScope | TenantScope>;

import { withoutEndSlash } from '../encode.ts';
import {
  PROJECT_OPERATIONS,
  type ProjectOperations,
  TENANT_OPERATIONS,
  type TenantOperations,
} from '../operations.generated.ts';
import { type Client, readOperations } from '../operations.ts';
import type { CallOptions } from './call.ts';
import { GalleyError } from './error.ts';
import { HttpClient } from './http-client.ts';

export type * from '../schemas.generated.ts';
export type { StreamEvent } from '../stream.ts';
export type { CallOptions } from './call.ts';
export { GalleyError } from './error.ts';

/** A function for every operation on the project. */
export type ProjectApi = Client<ProjectOperations, CallOptions>;

/** A function for every operation on a tenant. Each takes the operation’s input, and rejects with a GalleyError. */
export type TenantApi = Client<TenantOperations, CallOptions>;

export interface GalleyServerOptions {
  /** Address of Galley, such as `https://mail.example.com`. */
  baseUrl: string;
  /** Client ID and secret of the project, or a backend key (`galley server-key create`). */
  credentials: { clientId: string; clientSecret: string } | { serverKey: string };
  /** Who acts, for the activity feed, unless a call says otherwise. Default: the name of the key, or "Backend". */
  actor?: string;
  /** Milliseconds that one attempt may take. Default: 30,000. */
  timeoutMs?: number;
  /** Further attempts after 429 and 503, of calls that may be sent twice. Default: 2. */
  maxRetries?: number;
  /** Instead of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** The client of a backend. It works wherever there is `fetch`: Node, Bun, Deno and edge runtimes. */
export class GalleyServer {
  /** Functions for the operations on the project, such as `createTenant`. */
  readonly project: ProjectApi;
  readonly #http: HttpClient;

  constructor(options: GalleyServerOptions) {
    const { baseUrl, credentials, timeoutMs, maxRetries, fetch } = options;
    if (!baseUrl) throw new GalleyError('baseUrl is missing: pass the address of Galley.');
    const authorization = authorizationOf(credentials);
    this.#http = new HttpClient({
      ...{ timeoutMs, maxRetries, fetch },
      origin: baseUrl,
      baseUrl: `${withoutEndSlash(baseUrl)}/api/v1/server/`,
      headersOf: ({ actor = options.actor }: CallOptions) => ({
        authorization,
        ...(actor !== undefined && { 'x-galley-actor': encodeURIComponent(actor.toWellFormed()) }),
      }),
    });
    this.project = this.#http.createApi(readOperations(PROJECT_OPERATIONS));
  }

  /** Functions for the operations on a tenant, such as `renderTemplate`. Sends nothing. */
  tenant(tenant: string): TenantApi {
    return this.#http.createApi(readOperations(TENANT_OPERATIONS, 'tenants/:tenant/'), { tenant });
  }
}

/** Throws if a value is missing, such as that of an environment variable that is not set. */
function authorizationOf(credentials: GalleyServerOptions['credentials']): string {
  const { serverKey, clientId, clientSecret } = (credentials ?? {}) as Record<string, string | undefined>;
  if (serverKey) return `Bearer ${serverKey}`;
  if (!clientId || !clientSecret)
    throw new GalleyError('credentials are missing: pass clientId and clientSecret, or serverKey.');
  // Both are ASCII.
  return `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
}

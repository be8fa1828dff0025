import { withoutEndSlash } from '../encode.ts';
import {
  ADMIN_OPERATIONS,
  type AdminOperations,
  PROJECT_OPERATIONS,
  type ProjectOperations,
  TENANT_OPERATIONS,
} from '../operations.generated.ts';
import { type Client, readOperations, type Scoped } from '../operations.ts';
import type { CallOptions } from '../server/call.ts';
import { HttpClient } from '../server/http-client.ts';
import type { TenantApi } from '../server/index.ts';

export type * from '../schemas.generated.ts';
export type { CallOptions } from '../server/call.ts';
export { GalleyError } from '../server/error.ts';
export type { TenantApi } from '../server/index.ts';
export type { StreamEvent } from '../stream.ts';

/** A function for every operation but those of tenants. Each takes the operation’s input, and rejects with a GalleyError. */
export type AdminApi = Client<
  AdminOperations & Scoped<ProjectOperations, { project_id: string }>,
  CallOptions
>;

export interface GalleyAdminOptions {
  /** Address of Galley, such as `https://mail.example.com`. Default: that of the page. */
  baseUrl?: string;
  /** An admin token (`galley admin token create`). Without it, the session of the person at the browser counts. */
  adminToken?: string;
  /** Milliseconds that one attempt may take. Default: 30,000. */
  timeoutMs?: number;
  /** Further attempts after 429 and 503, of calls that may be sent twice. Default: 2. */
  maxRetries?: number;
  /** Instead of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** The client of the admin API: on a page of Galley with its session, elsewhere with an admin token. */
export class GalleyAdmin {
  /** Functions for the operations on teams, projects, keys and the installation, such as `createProject`. */
  readonly api: AdminApi;
  readonly #http: HttpClient;

  constructor({ baseUrl = '', adminToken, ...options }: GalleyAdminOptions = {}) {
    this.#http = new HttpClient({
      ...options,
      origin: baseUrl === '' ? 'the address of the page' : baseUrl,
      baseUrl: `${withoutEndSlash(baseUrl)}/api/v1/admin/`,
      headersOf: (): Record<string, string> =>
        adminToken === undefined ? {} : { authorization: `Bearer ${adminToken}` },
      ...(adminToken === undefined && { credentials: 'same-origin' as const }),
    });
    this.api = this.#http.createApi([
      ...readOperations(ADMIN_OPERATIONS),
      ...readOperations(PROJECT_OPERATIONS, 'projects/:project_id/'),
    ]);
  }

  /** Functions for the operations on a tenant, such as `renderTemplate`. Sends nothing. */
  tenant(project: string, tenant: string): TenantApi {
    const operations = readOperations(TENANT_OPERATIONS, 'projects/:project_id/tenants/:tenant/');
    return this.#http.createApi(operations, { project_id: project, tenant });
  }
}

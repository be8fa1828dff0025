import { withoutEndSlash } from '../encode.ts';
import { TENANT_OPERATIONS, type TenantApi } from '../server/api.generated.ts';
import { HttpClient } from '../server/http-client.ts';
import { ADMIN_OPERATIONS, type AdminApi } from './api.generated.ts';

export type { TemplateContent, TenantApi } from '../server/api.generated.ts';
export type { CallOptions } from '../server/call.ts';
export { GalleyError } from '../server/error.ts';
export type { StreamEvent } from '../stream.ts';
export type * from './api.generated.ts';

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
    this.api = this.#http.createApi(ADMIN_OPERATIONS, {}) as unknown as AdminApi;
  }

  /** Functions for the operations on a tenant, such as `renderTemplate`. Sends nothing. */
  tenant(project: string, tenant: string): TenantApi {
    // The paths are those of the server API, below the project.
    const operations = Object.entries(TENANT_OPERATIONS).map(([name, line]) => [
      name,
      line.replace(' tenants/', ' projects/:project/tenants/'),
    ]);
    return this.#http.createApi(Object.fromEntries(operations), { project, tenant }) as unknown as TenantApi;
  }
}

import type { Rig } from '../realtime/rig.ts';
import { call, exchangeToken, type FirstRun } from './support.ts';

/** What models of editors need of a rig, at the executable. */
export function rigAt(port: number, first: FirstRun): Rig {
  const url = `http://127.0.0.1:${port}`;
  const exchange = async (tenant: string, more: object) =>
    (await exchangeToken(url, first, tenant, more)).body as { token: string };
  const openTenant = async (tenant: string, more: object = {}) => {
    const { token } = await exchange(tenant, more);
    const base = `/api/v1/projects/${first.project_id}/tenants/${tenant}`;
    const request = (
      method: string,
      path: string,
      options: { token?: string; headers?: Record<string, string>; body?: unknown } = {},
    ) => {
      const authorization = `Bearer ${options.token ?? token}`;
      return call(url, method, base + path, { ...options, headers: { ...options.headers, authorization } });
    };
    return { token, base, request };
  };
  return { port, first, exchangeToken: exchange, openTenant } as unknown as Rig;
}

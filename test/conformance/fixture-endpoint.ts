import { createTestApp } from '../support/test-app.ts';
import { headersOf, UNLIMITED_REQUESTS } from './caller.ts';
import { createFixtureServer } from './fixture-server.ts';
import { type HeaderProxy, startHeaderProxy } from './header-proxy.ts';

/** The real endpoint with its gate, on a real socket and behind a proxy, but with the tools the suite wants. */
export async function startFixtureEndpoint(): Promise<HeaderProxy> {
  const app = await createTestApp(
    { mcp_requests_per_minute: UNLIMITED_REQUESTS, mcp_requests_per_hour: UNLIMITED_REQUESTS },
    { mcpServerFactory: createFixtureServer },
  );
  app.http.listen({ hostname: 'localhost', port: 0 });
  const { api_key, project_id, tenant } = app.first;
  const headers = headersOf({ apiKey: api_key, projectId: project_id, tenant });
  const proxy = await startHeaderProxy(`http://localhost:${app.http.server?.port}`, headers);
  return {
    url: proxy.url,
    async stop() {
      await proxy.stop();
      await app.stop();
    },
  };
}

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { openTenantForever } from '../../features/access/signed-token.ts';
import { drawPng, GUARD_MS, libraryOf } from '../../features/media/library.ts';
import { connect, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { followScript } from './conversation.ts';
import { JOBS, type JobTenant } from './jobs.ts';

// The worker that imports starts with the first import.
setDefaultTimeout(GUARD_MS);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
});
afterAll(() => app.stop());

test.each(JOBS.map((job) => [job.title, job] as const))(
  '%s takes as few calls and tokens as it may',
  async (title, job) => {
    const tenant = await openTenantForever(app, title);
    const agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant: title });
    const place: JobTenant = {
      call: (tool, args) => agent.get(tool, args),
      upload: (seed, filename) => libraryOf(tenant).upload(drawPng(seed), filename),
    };
    await job.prepare(place);
    const client = {
      callTool: async (params: Record<string, unknown>) =>
        (await agent.rpc('tools/call', params)).body.result,
    };
    const { cost, answers } = await followScript(client, job.script);
    expect(await job.isDone(place, answers)).toBe(true);
    expect(cost.calls).toBeLessThanOrEqual(job.mostCalls);
    expect(cost.written + cost.read).toBeLessThanOrEqual(job.mostTokens);
  },
);

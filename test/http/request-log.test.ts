import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ log_requests: true, rate_limit_write: 3 });
});
afterAll(() => app.stop());

interface Line {
  level: number;
  msg: string;
  [field: string]: unknown;
}

/** What is logged at level info or above while `act` runs. */
async function linesOf(act: () => Promise<unknown>): Promise<Line[]> {
  const before = app.logLines.length;
  await act();
  const lines = app.logLines.slice(before).map((line) => JSON.parse(line) as Line);
  return lines.filter(({ level }) => level >= 30);
}

describe('the access log', () => {
  test('has a line of each request, with its caller, duration and bytes', async () => {
    const tenant = await app.openTenant('acme');
    const created = await tenant.request('POST', '/templates', { body: { content: smallContent() } });
    let bytes = 0;
    const lines = await linesOf(async () => {
      const { text } = await tenant.request('GET', `/templates/${created.body.data.id}?x=a-secret`);
      bytes = Buffer.byteLength(text);
    });
    const [line, ...others] = lines.filter(({ msg }) => msg === 'request');
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      msg: 'request',
      level: 30,
      method: 'GET',
      path: `${tenant.base}/templates/${created.body.data.id}`,
      operation: 'getTemplate',
      status: 200,
      project: app.first.project_id,
      tenant: 'acme',
      bytes,
    });
    expect(line?.actor).toStartWith('user ');
    expect(typeof line?.ms).toBe('number');
    expect(typeof line?.address).toBe('string');
    expect(typeof line?.request_id).toBe('string');
    expect(JSON.stringify(line)).not.toContain('a-secret');
    expect(JSON.stringify(line)).not.toContain(tenant.token);
  });

  test.each([
    ['a refused token', 'GET', '/api/v1/projects/p/tenants/t/templates', 'listTemplates', 401],
    ['no route', 'GET', '/nowhere', 'unknown', 404],
    ['an endpoint', 'GET', '/media/unknown.png', '/media/*', 404],
    ['the tool server', 'POST', '/api/v1/mcp', '/api/v1/mcp', 401],
  ])('has a line of %s', async (_name, method, path, operation, status) => {
    const lines = await linesOf(() => app.request(method, path, method === 'POST' ? { body: {} } : {}));
    expect(lines.map((line) => [line.msg, line.operation, line.status])).toEqual([
      ['request', operation, status],
    ]);
  });
});

describe('refusals for a limit', () => {
  test('are logged once a minute of each caller and operation', async () => {
    const refused = (lines: Line[]) => lines.filter(({ msg }) => msg === 'a request was refused');
    const tenant = await app.openTenant('busy');
    const write = () => tenant.request('PUT', '/templates/unknown', { body: { name: 'x' } });
    const first = await linesOf(async () => {
      for (let sent = 0; sent < 8; sent += 1) await write();
    });
    expect(refused(first)).toHaveLength(1);
    expect(refused(first)[0]).toMatchObject({ operation: 'updateTemplate', status: 429, tenant: 'busy' });
    app.clock.advance(61_000);
    const later = await linesOf(async () => {
      for (let sent = 0; sent < 8; sent += 1) await write();
    });
    expect(refused(later)).toHaveLength(1);
  });

  test('are logged of files that are refused', async () => {
    const tenant = await app.openTenant('files');
    const form = new FormData();
    form.set('file', new File(['not a picture'], 'a.png'));
    const lines = await linesOf(() => tenant.request('POST', '/media/upload', { body: form }));
    expect(lines.find(({ msg }) => msg === 'a request was refused')).toMatchObject({
      operation: 'uploadMedia',
      tenant: 'files',
    });
  });
});

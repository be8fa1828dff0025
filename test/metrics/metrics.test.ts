import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { isPostgres } from '../support/engine.ts';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

const TOKEN = 'a token of the monitoring system';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ metrics_token: TOKEN });
});
afterAll(() => app.stop());

const read = (token?: string, method = 'GET') =>
  app.http.handle(
    new Request('http://localhost/metrics', {
      method,
      headers: token === undefined ? {} : { authorization: token },
    }),
  );

async function readValues(): Promise<Map<string, number>> {
  const text = await (await read(`Bearer ${TOKEN}`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

describe('GET /metrics', () => {
  test.each([
    ['no token', undefined],
    ['another token', 'Bearer another token of this length'],
    ['another scheme', `Basic ${btoa(`x:${TOKEN}`)}`],
    ['the token alone', TOKEN],
    ['a part of the token', `Bearer ${TOKEN.slice(0, -1)}`],
  ])('is refused with %s', async (_name, token) => {
    const answer = await read(token);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.text()).not.toContain('galley_http');
  });

  test('answers GET only, in the text format', async () => {
    expect((await read(`Bearer ${TOKEN}`, 'POST')).status).toBe(405);
    const answer = await read(`Bearer ${TOKEN}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toStartWith('text/plain; version=0.0.4');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('does not exist without a token in the settings', async () => {
    const other = await createTestApp();
    try {
      const answer = await other.request('GET', '/metrics');
      expect(answer.status).toBe(404);
      expect(other.logLines.join('')).not.toContain('prom');
    } finally {
      await other.stop();
    }
  });

  test('counts requests by operation and status, and requests of projects', async () => {
    const before = await readValues();
    const tenant = await app.openTenant('acme');
    const created = await tenant.request('POST', '/templates', { body: { content: smallContent() } });
    await tenant.request('GET', `/templates/${created.body.data.id}`);
    await tenant.request('POST', `/templates/${created.body.data.id}/export`, { body: {} });
    await tenant.request('GET', '/templates/unknown');
    await app.request('GET', `${tenant.base}/templates`);
    await app.request('GET', '/nowhere');
    const after = await readValues();
    const more = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const requests = (operation: string, status: number) =>
      more(`galley_http_requests_total{operation="${operation}",status="${status}"}`);
    expect(requests('exchangeToken', 200)).toBe(1);
    expect(requests('createTemplate', 201)).toBe(1);
    expect(requests('getTemplate', 200)).toBe(1);
    expect(requests('getTemplate', 404)).toBe(1);
    expect(requests('listTemplates', 401)).toBe(1);
    expect(requests('unknown', 404)).toBe(1);
    // The reading before.
    expect(requests('/metrics', 200)).toBe(1);
    expect(more('galley_exports_total')).toBe(1);
    expect(more('galley_http_request_seconds_count{operation="getTemplate"}')).toBe(2);
    expect(more(`galley_project_requests{project="${app.first.project_id}"}`)).toBe(4);
  });

  test('counts tool calls by outcome', async () => {
    const call = (name: string, args: object) =>
      app.request('POST', '/api/v1/mcp', {
        token: app.first.api_key,
        headers: {
          accept: 'application/json, text/event-stream',
          'x-project-id': app.first.project_id,
          'x-tenant': 'acme',
        },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      });
    await call('list-templates', {});
    await call('get-template', { template_id: 'unknown' });
    const values = await readValues();
    expect(values.get('galley_tool_calls_total{tool="list-templates",outcome="ok"}')).toBe(1);
    expect(values.get('galley_tool_calls_total{tool="get-template",outcome="not_found"}')).toBe(1);
    expect(values.get('galley_tool_call_seconds_count{tool="get-template"}')).toBe(1);
  });

  test('tells of database, caches, worker processes, sockets and the process', async () => {
    const tenant = await app.openTenant('acme');
    await tenant.request('POST', '/render', { body: { content: smallContent() } });
    const imported = await tenant.request('POST', '/templates/import/from-html', {
      body: { source: '<p>Hello</p>' },
    });
    expect(imported.status).toBe(201);
    const values = await readValues();
    for (const name of [
      'galley_database_bytes',
      ...(isPostgres ? [] : ['galley_database_log_bytes']),
      'galley_database_commits_total',
      'galley_database_transactions_total',
      'galley_cache_limit_bytes',
      'galley_cache_hits_total',
      'galley_cache_misses_total',
      'galley_worker_processes{pool="Importing"}',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ])
      expect([name, (values.get(name) ?? 0) > 0]).toEqual([name, true]);
    for (const name of [
      'galley_realtime_sockets',
      'galley_realtime_channels',
      'galley_database_transactions_waiting',
      'galley_worker_jobs_waiting{pool="Rendering"}',
      'galley_worker_crashes_total{pool="Rendering"}',
      'galley_ai_tokens_total{direction="input"}',
      'galley_certificate_expires_timestamp_seconds',
      'galley_certificate_renewal_failing',
      'galley_backup_last_verified_timestamp_seconds',
    ])
      expect([name, values.get(name)]).toEqual([name, 0]);
    expect(values.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  });

  test('has what the documentation and the dashboard for Grafana name', async () => {
    const text = await (await read(`Bearer ${TOKEN}`)).text();
    const known = new Set([...text.matchAll(/^# TYPE (galley_\w+)/gm)].map(([, name]) => name));
    const page = await Bun.file('docs/monitoring.md').text();
    const rows = page.split('\n').filter((line) => line.startsWith('| `galley_'));
    const documented = rows.flatMap((row) => [...row.matchAll(/`(galley_\w+)`/g)].map(([, name]) => name));
    expect(new Set(documented)).toEqual(known);
    const dashboard = await Bun.file('docs/grafana-dashboard.json').text();
    const drawn = [...dashboard.matchAll(/galley_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''));
    expect(drawn.filter((name) => !known.has(name))).toEqual([]);
    expect(drawn.length).toBeGreaterThan(15);
  });

  test('readings at the same time tell the same', async () => {
    const [a, b] = await Promise.all([readValues(), readValues()]);
    expect(a.get('galley_database_commits_total')).toBe(b.get('galley_database_commits_total') as number);
  });
});

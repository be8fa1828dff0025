import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { getTenantUsage, setTenantPlan } from '../../../src/features/projects/index.ts';
import { UsageCounter } from '../../../src/features/projects/usage-counter.ts';
import type { Plan } from '../../../src/platform/limits/plan.ts';
import { perform } from '../../../src/platform/operation.ts';
import { connect, tenantAccessOf } from '../../mcp/tool-client.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { REPLY, refusalOf, startAsking } from '../ai/asking.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

type Limits = Partial<Plan['limits']>;

const setLimits = (tenant: string, limits: Limits) =>
  perform(setTenantPlan, app.deps, adminScope, {
    project_id: app.first.project_id,
    tenant,
    change: { limits },
  });

async function openLimited(tenant: string, limits: Limits) {
  const session = await app.openTenant(tenant);
  await setLimits(tenant, limits);
  const created = await session.request('POST', '/templates', { body: { content: smallContent() } });
  const id: string = created.body.data.id;
  const get = async (path: string) => (await session.request('GET', path)).body.data;
  return {
    ...session,
    exportTemplate: () => session.request('POST', `/templates/${id}/export`),
    usage: () => get('/usage'),
    warnings: async () => (await get('/config')).warnings,
  };
}

const announced = (tenant: string) =>
  app.events
    .filter(
      ({ type, payload }) =>
        type === 'usage.soft_limit_reached' && 'tenant' in payload && payload.tenant === tenant,
    )
    .map(({ payload }) => (payload as { what: string }).what);

describe('exports of a month', () => {
  test('are counted, warn from the soft limit on, and are refused at the limit until the next month', async () => {
    const session = await openLimited('exporter', { max_exports_per_month: 3, soft_exports_per_month: 2 });
    expect((await session.exportTemplate()).status).toBe(200);
    expect(await session.warnings()).toEqual([]);
    expect((await session.exportTemplate()).status).toBe(200);
    expect(await session.warnings()).toEqual([
      { what: 'exports', message: 'You have used 2 of 3 exports of this month.' },
    ]);
    expect((await session.exportTemplate()).status).toBe(200);
    const refused = await session.exportTemplate();
    expect([refused.status, refused.body.code, refused.body.reset_at]).toEqual([
      422,
      'plan_limit_reached',
      '2026-12-01',
    ]);
    expect(refused.body.message).toContain('allows 3 exports a month: they are used up');
    expect((await session.usage()).exports).toEqual({ used: 3, soft_limit: 2, limit: 3 });
    expect(announced('exporter')).toEqual(['exports']);
    app.clock.advance(11 * 86_400_000);
    const next = await app.openTenant('exporter');
    const { data } = (await next.request('GET', '/usage')).body;
    expect([data.month, data.exports.used]).toEqual(['2026-12', 0]);
  });

  test('of one tenant at once do not exceed the limit, and a larger plan counts at once', async () => {
    const session = await openLimited('parallel', { max_exports_per_month: 4 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => session.exportTemplate()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    await setLimits('parallel', { max_exports_per_month: 5 });
    expect((await session.exportTemplate()).status).toBe(200);
    expect((await session.exportTemplate()).status).toBe(422);
  });

  test('are stored in batches, and read again', async () => {
    const session = await openLimited('stored', {});
    await session.exportTemplate();
    await session.exportTemplate();
    await app.deps.services.projects.usage.flush();
    const place = { project_id: app.first.project_id, tenant: 'stored' };
    const other = new UsageCounter(app.deps, app.deps.services.projects.dailyUsage);
    const [row] = await app.deps.db.reader.all<{ id: number }>(
      `SELECT id FROM tenants WHERE slug = 'stored'`,
    );
    expect((await other.read(row?.id ?? 0)).used).toEqual({ exports: 2, ai_tokens: 0, tool_calls: 0 });
    expect((await perform(getTenantUsage, app.deps, adminScope, place)).exports.used).toBe(2);
  });

  test('are not kept in memory for tenants that read them or fail', async () => {
    const counter = new UsageCounter(app.deps, app.deps.services.projects.dailyUsage);
    const none = { ...app.deps.plans.get('scale'), limits: { max_exports_per_month: 0 } };
    const scopeOf = (id: number) => ({ plan: none, tenant: { id, slug: `${id}` } }) as never;
    for (let id = 1_000_000; id < 1_025_000; id += 1) {
      await counter.read(id);
      await counter.reserve(scopeOf(id), 'exports').catch(() => undefined);
    }
    expect(counter.size).toBeLessThanOrEqual(10_000);
  });

  test('of a tenant that is deleted meanwhile are dropped', async () => {
    const counter = new UsageCounter(app.deps, app.deps.services.projects.dailyUsage);
    await openLimited('leaving', {});
    const [row] = await app.deps.db.reader.all<{ id: number }>(
      `SELECT id FROM tenants WHERE slug = 'leaving'`,
    );
    const scope = { plan: app.deps.plans.get('scale'), tenant: { id: row?.id, slug: 'leaving' } } as never;
    (await counter.reserve(scope, 'exports')).settle(1);
    await app.deps.db.transaction(async (db) => {
      await db.run(`DELETE FROM tenants WHERE slug = 'leaving'`);
    });
    await counter.flush();
    expect(app.logLines.join('')).not.toContain('could not be stored');
  });
});

describe('tool calls of a month', () => {
  test('are refused at the limit as tool errors', async () => {
    const session = await openLimited('agent', { max_tool_calls_per_month: 2 });
    const agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant: 'agent' });
    const call = async () =>
      (await agent.rpc('tools/call', { name: 'list-templates', arguments: {} })).body.result;
    expect((await call()).isError).toBeFalsy();
    expect((await call()).isError).toBeFalsy();
    const refused = await call();
    expect(refused.isError).toBe(true);
    expect(refused.content[0].text).toContain('allows 2 tool calls a month');
    expect((await session.usage()).tool_calls).toEqual({ used: 2, soft_limit: 2, limit: 2 });
    expect(announced('agent')).toEqual(['tool_calls']);
  });
});

describe('templates and storage', () => {
  test('are announced and warned about at 80 % of the limit, and a limit of 0 warns of nothing', async () => {
    const session = await openLimited('filler', { max_templates: 2, storage_limit_bytes: 0 });
    await session.request('POST', '/templates', { body: { content: smallContent() } });
    expect(await session.warnings()).toEqual([
      { what: 'templates', message: 'You have used 2 of 2 templates.' },
    ]);
    for (let i = 0; i < 100 && announced('filler').length === 0; i += 1) await Bun.sleep(5);
    expect(announced('filler')).toEqual(['templates']);
    await setLimits('filler', { max_templates: 2, soft_templates: null });
    expect((await session.usage()).templates).toEqual({ used: 2, soft_limit: null, limit: 2 });
  });
});

describe('AI tokens of a month', () => {
  test('are counted as used, and refused beyond the limit', async () => {
    const asking = await startAsking('openai', REPLY);
    try {
      const { plan } = asking.scope;
      const limited = (max_ai_tokens_per_month: number) => ({
        ...asking.scope,
        plan: { ...plan, limits: { ...plan.limits, max_ai_tokens_per_month } },
      });
      await asking.ask({}, limited(1_000_000));
      const { used } = await asking.app.deps.services.projects.usage.read(asking.scope.tenant.id);
      expect(used.ai_tokens).toBe(500);
      const refused = await refusalOf(asking.ask({}, limited(600)));
      expect(refused.code).toBe('plan_limit_reached');
      expect(refused.message).toContain('allows 600 AI tokens a month: 100 of them are left');
      await asking.ask({}, limited(1_000_000));
    } finally {
      await asking.stop();
    }
  });
});

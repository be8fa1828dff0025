import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  getBrand,
  getTenantPlan,
  listTenants,
  setBrand,
  setProjectPlan,
  setTenantPlan,
} from '../../../src/features/projects/index.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { type AnyOperation, perform } from '../../../src/platform/operation.ts';
import { connect, tenantAccessOf } from '../../mcp/tool-client.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const ask = (operation: AnyOperation, tenant: string | undefined, more: object = {}) =>
  perform(operation, app.deps, adminScope, {
    project_id: app.first.project_id,
    ...(tenant !== undefined && { tenant }),
    ...more,
  });

async function errorsOf(attempt: Promise<unknown>): Promise<unknown> {
  const error = await attempt.catch((thrown: unknown) => thrown);
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${JSON.stringify(error)}`);
  return error.details.errors ?? error.code;
}

async function configOf({ request }: Awaited<ReturnType<TestApp['openTenant']>>) {
  return (await request('GET', '/config')).body.data;
}

const exchange = (body: object) =>
  app.request('POST', '/api/v1/auth/token', {
    body: JSON.stringify({
      client_id: app.first.client_id,
      client_secret: app.first.client_secret,
      ...body,
    }),
  });

describe('the plan of a tenant', () => {
  test('is that of the project, with own features and limits field by field, and open sessions see it', async () => {
    const session = await app.openTenant('fields');
    const beside = await app.openTenant('beside');
    const before = await configOf(session);
    await ask(setTenantPlan, 'fields', {
      change: { features: { commenting: false }, limits: { max_templates: 1 } },
    });
    expect(await configOf(session)).toEqual({
      ...before,
      features: { ...before.features, commenting: false },
      limits: { ...before.limits, max_templates: 1 },
    });
    expect(await configOf(beside)).toEqual(before);
    const { body: first } = await session.request('POST', '/templates', {
      body: JSON.stringify({ content: { blocks: [], settings: {} } }),
    });
    const second = await session.request('POST', '/templates', {
      body: JSON.stringify({ content: { blocks: [], settings: {} } }),
    });
    expect([second.status, second.body.code]).toEqual([422, 'plan_limit_reached']);
    const comments = await session.request('GET', `/templates/${first.data.id}/comments`);
    expect(comments.body.code).toBe('feature_unavailable');
    await ask(setTenantPlan, 'fields', { change: null });
    expect((await configOf(session)).limits).toEqual(before.limits);
  });

  test('can be another one, for agents too, and stays when that of the project changes', async () => {
    const session = await app.openTenant('own-plan');
    const agent = await connect(app, 'modern', { ...tenantAccessOf(app), tenant: 'own-plan' });
    const planOfAgent = async () => (await agent.get('get-project-config')).plan;
    try {
      expect(await planOfAgent()).toBe('scale');
      await ask(setTenantPlan, 'own-plan', { plan: 'growth' });
      expect((await configOf(session)).plan).toBe('growth');
      expect(await planOfAgent()).toBe('growth');
      await ask(setProjectPlan, undefined, { plan: 'starter' });
      expect((await configOf(session)).plan).toBe('growth');
      await ask(setTenantPlan, 'own-plan', { plan: null });
      expect((await configOf(session)).plan).toBe('starter');
    } finally {
      await ask(setProjectPlan, undefined, { plan: 'scale' });
    }
  });

  test('is described with what is its own, and listed', async () => {
    await app.openTenant('described');
    const change = { features: { collaboration: true }, limits: { storage_limit_bytes: null } };
    await ask(setTenantPlan, 'described', { plan: 'growth', change });
    const described = await ask(getTenantPlan, 'described');
    expect(described).toMatchObject({ plan: 'growth', change, effective: { name: 'growth' } });
    expect(described.effective.features.collaboration).toBe(true);
    expect(described.effective.limits).toMatchObject({ storage_limit_bytes: null, max_templates: 500 });
    const { items } = await ask(listTenants, undefined);
    expect(items).toContainEqual(expect.objectContaining({ tenant: 'described', plan: 'growth' }));
  });

  test.each<[string, object, unknown]>([
    ['an unknown plan', { plan: 'gold' }, { plan: [expect.stringContaining('starter, growth, scale')] }],
    ['an unknown feature', { change: { features: { magic: true } } }, expect.anything()],
    ['a negative limit', { change: { limits: { max_templates: -1 } } }, expect.anything()],
  ])('%s is refused', async (_what, change, expected) => {
    await app.openTenant('refused');
    expect(await errorsOf(ask(setTenantPlan, 'refused', change))).toEqual(expected);
    expect(await ask(getTenantPlan, 'refused')).toMatchObject({ plan: null, change: {} });
  });

  test('an unknown tenant is not found', async () => {
    for (const operation of [getTenantPlan, setTenantPlan, getBrand]) {
      expect(await errorsOf(ask(operation, 'nobody'))).toBe('not_found');
    }
  });
});

describe('the brand of a tenant', () => {
  test('replaces fields of that of the project, and its media count as used', async () => {
    const session = await app.openTenant('branded');
    await ask(setBrand, undefined, {
      brand: { company_name: 'Platform', font: 'Arial', colors: { primary: '#111111', text: '#222222' } },
    });
    const own = { company_name: 'Acme', colors: { primary: '#0b5cad' } };
    const effective = {
      company_name: 'Acme',
      font: 'Arial',
      colors: { primary: '#0b5cad', text: '#222222' },
    };
    expect(await ask(setBrand, 'branded', { brand: own })).toMatchObject({ brand: own, effective });
    expect((await configOf(session)).brand).toEqual(effective);
    expect((await configOf(await app.openTenant('unbranded'))).brand.company_name).toBe('Platform');
    await ask(setBrand, 'branded', { brand: null });
    await ask(setBrand, undefined, { brand: null });
    expect((await configOf(session)).brand).toEqual({});
  });
});

describe('the token exchange', () => {
  test('sets plan and brand of its tenant, once, and leaves what is not named', async () => {
    const brand = { company_name: 'Acme', colors: { primary: 'teal' } };
    const answer = await exchange({ tenant: 'by-backend', plan: 'growth', brand });
    expect(answer.status).toBe(200);
    const session = await app.openTenant('by-backend');
    const config = await configOf(session);
    expect([config.plan, config.brand]).toEqual(['growth', { ...brand, colors: { primary: '#008080' } }]);
    const changes = () => app.events.filter(({ type }) => type === 'tenant.changed').length;
    const before = changes();
    await exchange({ tenant: 'by-backend', plan: 'growth', brand });
    const reordered = { colors: { primary: 'teal' }, company_name: 'Acme' };
    await exchange({ tenant: 'by-backend', plan: 'growth', brand: reordered });
    expect(changes()).toBe(before);
    await exchange({ tenant: 'by-backend', plan: null, brand: null });
    expect(await configOf(session)).toMatchObject({ plan: 'scale', brand: {} });
  });

  test.each<[string, object, number, string]>([
    ['a plan that does not exist', { plan: 'gold' }, 422, 'plan'],
    ['a wrong field of the brand', { brand: { colour: 'red' } }, 422, 'brand.colour'],
    ['a color that is none', { brand: { colors: { primary: 'reddish' } } }, 422, 'brand.colors.primary'],
    [
      'an unknown field of a link',
      { brand: { social: [{ platform: 'facebook', url: 'https://facebook.com/acme', handle: '@acme' }] } },
      422,
      'brand.social.0.handle',
    ],
    ['limits, which only the operator sets', { limits: { max_templates: 5 } }, 422, 'limits'],
  ])('refuses %s, and gives no token', async (_what, body, status, field) => {
    const answer = await exchange({ tenant: 'refused-exchange', ...body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, [field]]);
    expect(await errorsOf(ask(getTenantPlan, 'refused-exchange'))).toBe('not_found');
  });

  test('refuses a brand of 5 MB before it is parsed', async () => {
    const answer = await exchange({ tenant: 'large', brand: { footer_text: 'x'.repeat(5_000_000) } });
    expect(answer.status).toBe(413);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { type PostgresServer, startPostgres } from '../../../scripts/postgres-server.ts';
import { type RedisServer, startRedis } from '../../../scripts/redis-server.ts';
import { isAvailable } from '../../../scripts/test-tools.ts';
import { createApiKey, revokeApiKey, rotateTokenKey } from '../../../src/features/access/index.ts';
import { cancelDataJob, exportTenant, getDataJob } from '../../../src/features/data-jobs/index.ts';
import { diagnoseInstance } from '../../../src/features/instance/index.ts';
import {
  addProjectOrigin,
  rotateClientSecret,
  setTenantPlan,
  suspendProject,
} from '../../../src/features/projects/index.ts';
import { type AnyOperation, perform } from '../../../src/platform/operation.ts';
import { openEditor, makeProject as projectOf } from '../../realtime/project-editor.ts';
import type { Rig } from '../../realtime/rig.ts';
import { startS3 } from '../../support/s3-server.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const isInstalled = isAvailable('PostgreSQL', 'Redis');

/** Two servers on one database. Their clocks stand still, so nothing that is cached ends by its age. */
describe.skipIf(!isInstalled)('two servers', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let one: TestApp;
  let other: TestApp;
  let port = 0;

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const settings = { database_url: postgres.url, redis_url: redis.url };
    one = await createTestApp(settings);
    other = await createTestApp(settings, {}, one.first);
    one.listen();
    port = other.listen();
  });
  afterAll(async () => {
    await other?.stop();
    await one?.stop();
    await redis?.stop();
    await postgres?.stop();
  });

  const ask = (app: TestApp, operation: AnyOperation, input: object) =>
    perform(operation, app.deps, adminScope, input) as Promise<Record<string, string>>;

  /** A project, and a session of its tenant that the other server knows. */
  async function makeProject() {
    const project = await projectOf(one as Rig);
    const { id: project_id, client_id, client_secret } = project;
    const exchange = (app: TestApp, secret = client_secret) =>
      app.request('POST', '/api/v1/auth/token', {
        body: { client_id, client_secret: secret, tenant: 'acme' },
      });
    const { token } = (await exchange(one)).body;
    const base = `/api/v1/projects/${project_id}/tenants/acme`;
    const request = (app: TestApp, method: string, path: string, body?: unknown) =>
      app.request(method, base + path, { token, ...(body !== undefined && { body }) });
    expect((await request(other, 'GET', '/config')).status).toBe(200);
    return { project, project_id, exchange, request };
  }

  test('accept the tokens of each other from the first one', async () => {
    const { client_id, client_secret, project_id } = one.first;
    const body = { client_id, client_secret, tenant: 'default' };
    const made = await Promise.all(
      [one, other].map((app) => app.request('POST', '/api/v1/auth/token', { body })),
    );
    const path = `/api/v1/projects/${project_id}/tenants/default/config`;
    for (const app of [one, other])
      for (const { token } of made.map((answer) => answer.body))
        expect((await app.request('GET', path, { token })).status).toBe(200);
    await ask(one, rotateTokenKey, { revoke: false });
    const { token } = (await one.request('POST', '/api/v1/auth/token', { body })).body;
    expect((await other.request('GET', path, { token })).status).toBe(200);
  });

  test('a suspended project is refused by the other one', async () => {
    const { project_id, request } = await makeProject();
    await ask(one, suspendProject, { project_id, suspended: 'blocked' });
    await until(async () => (await request(other, 'GET', '/config')).status === 403);
    await ask(other, suspendProject, { project_id, suspended: null });
    await until(async () => (await request(one, 'GET', '/config')).status === 200);
  });

  test('a plan that was changed holds on the other one', async () => {
    const { project_id, request } = await makeProject();
    const planOf = async (app: TestApp) => (await request(app, 'GET', '/config')).body.data.plan;
    const before = await planOf(other);
    const plan = before === 'starter' ? 'growth' : 'starter';
    await ask(one, setTenantPlan, { project_id, tenant: 'acme', plan });
    await until(async () => (await planOf(other)) !== before);
  });

  test('a revoked key, a new secret and an allowed origin are known to the other one', async () => {
    const { project_id, exchange } = await makeProject();
    const { id, value } = await ask(one, createApiKey, { name: 'Agent', project_ids: [project_id] });
    const callTool = async (app: TestApp) => {
      const headers = {
        authorization: `Bearer ${value}`,
        'x-project-id': project_id,
        'x-tenant': 'acme',
        accept: 'application/json, text/event-stream',
      };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
      return (await app.request('POST', '/api/v1/mcp', { headers, body })).status;
    };
    await callTool(other);
    await ask(one, revokeApiKey, { id });
    await until(async () => (await callTool(other)) === 401);

    expect((await exchange(other)).status).toBe(200);
    const { client_secret } = await ask(one, rotateClientSecret, { project_id, overlap_seconds: 0 });
    await until(async () => (await exchange(other)).status === 401);
    expect((await exchange(other, client_secret as string)).status).toBe(200);

    const origins = () => other.deps.services.projects.origins.of(project_id);
    expect(origins()).toBeUndefined();
    await ask(one, addProjectOrigin, { project_id, origin: 'https://app.example' });
    await until(() => origins()?.has('https://app.example') === true);
  });

  test('a list shows what the other one has created', async () => {
    const { request } = await makeProject();
    const names = async (app: TestApp) =>
      (await request(app, 'GET', '/templates')).body.data.map(({ name }: { name: string }) => name);
    expect(await names(other)).toEqual([]);
    await request(one, 'POST', '/templates', { name: 'Spring', content: smallContent() });
    expect(await names(other)).toEqual(['Spring']);
  });

  test('requests of a tenant are counted together', async () => {
    const { request } = await makeProject();
    const remaining = async (app: TestApp) =>
      Number((await request(app, 'GET', '/config')).headers.get('ratelimit-remaining'));
    const before = await remaining(other);
    for (let times = 0; times < 200; times += 1) await request(one, 'GET', '/config');
    await until(async () => (await remaining(other)) <= before - 150);
  });

  test('wrong secrets are counted together', async () => {
    const { exchange } = await makeProject();
    const statuses: number[] = [];
    for (let times = 0; times < 12; times += 1)
      statuses.push((await exchange(times % 2 === 0 ? one : other, 'wrong')).status);
    expect(statuses.slice(0, 9)).toEqual(Array(9).fill(401));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  test.each<[string, AnyOperation, object]>([
    ['its project is blocked', suspendProject, { suspended: 'blocked' }],
    ['the secret of its project is revoked', rotateClientSecret, { overlap_seconds: 0 }],
    ['all tokens are revoked', rotateTokenKey, { revoke: true }],
  ])('an editor on the other one is sent away when %s', async (_, operation, input) => {
    const { project, project_id } = await makeProject();
    const { socket } = await openEditor({ ...other, port }, project, 'acme');
    await ask(one, operation, operation === rotateTokenKey ? input : { project_id, ...input });
    expect((await socket.closed).code).toBeGreaterThanOrEqual(4000);
  });

  test('one of them does the work of the service, and the other takes over', async () => {
    await until(() => one.deps.leader.isLeading || other.deps.leader.isLeading);
    expect(one.deps.leader.isLeading).not.toBe(other.deps.leader.isLeading);
    const [leader, follower] = one.deps.leader.isLeading ? [one, other] : [other, one];
    await leader.deps.leader.close();
    await until(() => follower.deps.leader.isLeading);
    expect(leader.deps.leader.isLeading).toBe(false);
  });

  test('the file of an export is downloaded at either of them', async () => {
    const bucket = await startS3();
    const settings = {
      ...{ ...bucket.settings, files_url: 's3://backups/exports' },
      ...{ database_url: postgres.url, redis_url: redis.url },
    };
    const [maker, reader] = [
      await createTestApp(settings, {}, one.first),
      await createTestApp(settings, {}, one.first),
    ];
    const { project, project_id } = await makeProject();
    const { id } = await ask(maker, exportTenant, { project_id, tenant: 'acme' });
    await maker.deps.services.dataJobs.idle();
    const authorization = `Basic ${btoa(`${project.client_id}:${project.client_secret}`)}`;
    for (const app of [reader, maker]) {
      const path = `/api/v1/server/data-jobs/${id}/file`;
      const answer = await fetch(`http://127.0.0.1:${app.listen()}${path}`, { headers: { authorization } });
      expect([answer.status, (await answer.bytes()).subarray(0, 2)]).toEqual([200, Buffer.from('PK')]);
    }
    for (const app of [reader, maker]) await app.stop();
    bucket.stop();
  });

  test('a data job of one is not resumed by the other, and can be ended there', async () => {
    const { project_id } = await makeProject();
    // It waits until the end of the job before it.
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { dataJobs, media } = one.deps.services;
    const during = media.removals.during.bind(media.removals);
    media.removals.during = (job) => held.then(() => during(job));
    const first = await ask(one, exportTenant, { project_id, tenant: 'acme' });
    const second = await ask(one, exportTenant, { project_id, tenant: 'acme' });
    const stateOf = async (id: string | undefined) =>
      (await ask(other, getDataJob, { project_id, job_id: id })).state;
    await until(async () => (await stateOf(first.id)) === 'running');
    await other.deps.services.dataJobs.resume();
    await other.deps.services.dataJobs.idle();
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['running', 'waiting']);
    await ask(other, cancelDataJob, { project_id, job_id: second.id });
    expect(await stateOf(second.id)).toBe('cancelled');
    release();
    await dataJobs.idle();
    expect(await stateOf(first.id)).toBe('done');
    media.removals.during = during;
  });

  test('a data job of a server that lost its locks is finished by the other one', async () => {
    const { project_id } = await makeProject();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { dataJobs, media } = one.deps.services;
    const during = media.removals.during.bind(media.removals);
    media.removals.during = (job) => held.then(() => during(job));
    const { id } = await ask(one, exportTenant, { project_id, tenant: 'acme' });
    const job = () => ask(other, getDataJob, { project_id, job_id: id });
    await until(async () => (await job()).state === 'running');
    const admin = new SQL(postgres.url, { max: 1 });
    await admin`DELETE FROM servers`;
    await admin.close();
    await until(async () => {
      // Its own lease was lost too.
      await other.deps.services.dataJobs.resume().catch(() => {});
      return (await job()).state === 'done';
    });
    // The first server does not touch what is done.
    release();
    await dataJobs.idle();
    expect(await job()).toMatchObject({ state: 'done', error: null });
    media.removals.during = during;
  });

  test('no files are removed while the other one makes a backup', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const holds = [one, other].map(({ deps }) => deps.services.media.removals.during(() => held));
    await until(
      async () =>
        (await one.deps.services.media.removals.isHeld()) && other.deps.services.media.removals.isHeld(),
    );
    release();
    await Promise.all(holds);
    expect(await one.deps.services.media.removals.isHeld()).toBe(false);
  });

  test('media files of its own are named by the doctor', async () => {
    const { checks } = await perform(diagnoseInstance, one.deps, adminScope, { is_serving: false });
    const said = checks.filter(({ check }) => check === 'servers').map(({ message }) => message);
    expect(said).toContainEqual(expect.stringContaining('set GALLEY_FILES_URL for every server'));
  });

  test('settings that differ are named by the doctor and in the log, without their values', async () => {
    const differing = await createTestApp(
      {
        ...{ database_url: postgres.url, redis_url: redis.url, log_level: 'error' },
        ...{ trash_days: 3, backup_passphrase: 'secret-word' },
      },
      {},
      one.first,
    );
    const sentence =
      'This server and another one differ in GALLEY_BACKUP_PASSPHRASE or GALLEY_BACKUP_PASSPHRASE_FILE, GALLEY_TRASH_DAYS. Give all servers';
    await until(async () => {
      const { checks } = await perform(diagnoseInstance, one.deps, adminScope, { is_serving: false });
      return checks.some(
        ({ check, status, message }) =>
          check === 'servers' && status === 'fault' && message.startsWith(sentence),
      );
    });
    await until(() => one.logLines.filter((line) => line.includes(sentence)).length === 1);
    await until(() => other.deps.nodes.faults.join().includes(sentence));
    await until(() => differing.deps.nodes.faults.join().includes(sentence));
    expect(one.logLines.join('')).not.toContain('secret-word');
    await differing.stop();
  });
});

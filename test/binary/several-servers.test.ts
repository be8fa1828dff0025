import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { findFreePort } from '../../scripts/free-port.ts';
import { type Balancer, findHaproxy, startHaproxy } from '../../scripts/haproxy-server.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { findRedis, type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { skipTestsWithout } from '../../scripts/test-tools.ts';
import {
  changeByAgent,
  EditorPage,
  openThree,
  settleAll,
  storedText,
  update,
} from '../realtime/editor-page.ts';
import { smallContent } from '../support/test-app.ts';
import { rigAt } from './rig-at.ts';
import {
  askGalley,
  call,
  createPlace,
  type FirstRun,
  GUARD_MS,
  openTenant,
  type Place,
  type Server,
  startServer,
  type Tenant,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

const isInstalled = [findPostgres(), findRedis(), findHaproxy()].every((one) => one !== undefined);
if (!isInstalled) skipTestsWithout('Redis, PostgreSQL or HAProxy');

/** Three servers behind a balancer, which gives each request to the next one. */
describe.skipIf(!isInstalled)('three servers', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let balancer: Balancer;
  let first: FirstRun;
  const places: Place[] = [];
  const servers: Server[] = [];
  const ports = [findFreePort(), findFreePort(), findFreePort()];

  const start = async (number: number) => {
    const place = places[number] as Place;
    servers[number] = await startServer(place, [
      '--port',
      String(ports[number]),
      '--base-url',
      'http://127.0.0.1',
    ]);
  };
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    for (const _ of ports) {
      const place = createPlace();
      Object.assign(place.env, { GALLEY_DATABASE_URL: postgres.url, GALLEY_REDIS_URL: redis.url });
      places.push(place);
    }
    first = await askGalley(places[0] as Place, 'init');
    await Promise.all(ports.map((_, number) => start(number)));
    balancer = await startHaproxy(ports);
  });
  afterAll(async () => {
    await balancer?.stop();
    for (const place of places) place.remove();
    await redis?.stop();
    await postgres?.stop();
  });

  /** Changes a template again and again; only the last version counts. */
  async function write(tenant: Tenant, id: string, isOver: () => boolean) {
    let acknowledged = 0;
    let sent = 0;
    while (!isOver()) {
      sent += 1;
      const answer = await tenant
        .call('PUT', `/templates/${id}`, { body: { content: smallContent(`number ${sent}`) } })
        .catch(() => undefined);
      if (answer?.status === 200) acknowledged = sent;
      // Within the limit of a tenant's changes.
      await Bun.sleep(100);
    }
    const { body } = await untilAnswered(() => tenant.call('GET', `/templates/${id}`));
    const stored = Number(/number (\d+)/.exec(JSON.stringify(body.data.content))?.[1] ?? 0);
    return { acknowledged, sent, stored };
  }

  async function untilAnswered<Answer extends { status: number }>(
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    for (;;) {
      const answer = await ask().catch(() => undefined);
      if (answer !== undefined && answer.status < 500) return answer;
      await Bun.sleep(50);
    }
  }

  test('each request can go to any of them, and each tenant is one', async () => {
    const tenants = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => openTenant(balancer.url, first, name)),
    );
    for (const tenant of tenants) {
      const made = await tenant.call('POST', '/templates', {
        body: { name: 'One', content: smallContent() },
      });
      expect(made.status).toBe(201);
      // What was acknowledged is in the next answer, whichever server gives it.
      for (let times = 0; times < 3; times += 1) {
        const { body } = await tenant.call('GET', '/templates');
        expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['One']);
      }
      const renamed = await tenant.call('PUT', `/templates/${made.body.data.id}`, { body: { name: 'Two' } });
      expect(renamed.status).toBe(200);
      expect((await tenant.call('GET', '/templates')).body.data[0].name).toBe('Two');
    }
    const strange = await call(balancer.url, 'GET', `${tenants[0]?.base}/templates`, {
      headers: { authorization: `Bearer ${tenants[1]?.token}` },
    });
    expect(strange.status).toBe(404);
  });

  test('editors, an agent and comments meet in a room', async () => {
    const rig = rigAt(balancer.port, first);
    const request = (method: string, path: string, options: object) =>
      call(balancer.url, method, path, options);
    Object.assign(rig, { request });
    const template = await openThree(rig);
    const [ann, bob, eve] = await Promise.all(
      ['ann', 'bob', 'eve'].map((name) => new EditorPage(template, name).open()),
    );
    const pages = [ann, bob, eve] as [EditorPage, EditorPage, EditorPage];
    for (const page of pages)
      page.setText(page.name === 'ann' ? 'a' : page.name === 'bob' ? 'b' : 'c', page.name);
    await changeByAgent(template, { op: 'add', block: { id: 'n', type: 'paragraph', content: 'by agent' } });
    await waitFor('all to show the same', async () => {
      await settleAll(...pages);
      return pages.every((page) => page.text === 'ann bob eve by agent');
    });
    for (const page of pages) expect((await page.save()).status).toBe(200);
    expect(await storedText(template)).toBe('ann bob eve by agent');
    await changeByAgent(template, update('a', 'again'));
    await template.tenant.request('POST', `/templates/${template.id}/comments`, {
      body: { body: 'Nice', ...template.person('ann') },
    });
    for (const page of pages) {
      await page.socket?.next('comment-broadcast');
      await page.cut();
    }
  });

  test('nothing that was acknowledged is lost when servers, Redis and the database are killed', async () => {
    const rig = rigAt(balancer.port, first);
    const template = await openThree(rig);
    const page = await new EditorPage(template, 'ann').open();
    let isOver = false;
    const writers: ReturnType<typeof write>[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const tenant = await openTenant(balancer.url, first, name);
      const made = await tenant.call('POST', '/templates', { body: { content: smallContent() } });
      writers.push(write(tenant, made.body.data.id, () => isOver));
    }
    await Bun.sleep(500);
    await servers[0]?.kill();
    await start(0);
    await redis.restart();
    await servers[1]?.kill();
    await postgres.restart();
    await start(1);
    await servers[2]?.stop();
    await start(2);
    // All work again.
    page.setText('a', 'kept');
    await page.cut();
    await waitFor('the editor to come back', () =>
      page.join().then(
        () => true,
        () => false,
      ),
    );
    expect((await untilAnswered(() => page.save())).status).toBe(200);
    isOver = true;
    const outcomes = await Promise.all(writers);
    for (const { acknowledged, sent, stored } of outcomes) {
      expect(acknowledged).toBeGreaterThan(0);
      expect(stored).toBeGreaterThanOrEqual(acknowledged);
      expect(stored).toBeLessThanOrEqual(sent);
    }
    expect(await storedText(template)).toBe('kept b c');
  });
});

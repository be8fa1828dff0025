import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import {
  changeByAgent,
  EditorPage,
  openThree,
  settleAll,
  storedText,
  update,
} from '../realtime/editor-tab.ts';
import { smallContent } from '../support/test-app.ts';
import { BalancedServers, mayBalance, untilAnswered, Writer } from './balanced-servers.ts';
import { rigAt } from './rig-at.ts';
import { call, GUARD_MS, waitFor } from './support.ts';

setDefaultTimeout(GUARD_MS);

const isInstalled = mayBalance();

/** Three servers behind a balancer, which gives each request to the next one. */
describe.skipIf(!isInstalled)('three servers', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let all: BalancedServers;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres({ isDurable: true }), startRedis()]);
    const environment = { GALLEY_DATABASE_URL: postgres.url, GALLEY_REDIS_URL: redis.url };
    all = await BalancedServers.start(Array(3).fill(environment));
  });
  afterAll(async () => {
    await all?.stop();
    await redis?.stop();
    await postgres?.stop();
  });

  test('each request can go to any of them, and each tenant is one', async () => {
    const tenants = await all.openTenants(['a', 'b', 'c', 'd', 'e', 'f']);
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
    const strange = await call(all.balancer.url, 'GET', `${tenants[0]?.base}/templates`, {
      headers: { authorization: `Bearer ${tenants[1]?.token}` },
    });
    expect(strange.status).toBe(404);
  });

  test('editors, an agent and comments meet in a room', async () => {
    const rig = rigAt(all.balancer.port, all.first);
    const request = (method: string, path: string, options: object) =>
      call(all.balancer.url, method, path, options);
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
    const rig = rigAt(all.balancer.port, all.first);
    const template = await openThree(rig);
    const page = await new EditorPage(template, 'ann').open();
    const tenants = await all.openTenants(['a', 'b', 'c', 'd', 'e', 'f']);
    const writers = tenants.map((tenant) => new Writer(tenant));
    await Bun.sleep(500);
    await all.servers[0]?.kill();
    await all.restart(0);
    await redis.restart();
    await all.servers[1]?.kill();
    await postgres.restart();
    await all.restart(1);
    await all.servers[2]?.stop();
    await all.restart(2);
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
    for (const writer of writers) await writer.expectNothingLost();
    expect(await storedText(template)).toBe('kept b c');
  });
});

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { rebaseMedia } from '../../src/features/instance/index.ts';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { perform } from '../../src/platform/operation.ts';
import type { LiveTemplates } from '../../src/realtime/live-templates.ts';
import { type BalancedApp, startBalanced } from '../support/several-servers.ts';
import { adminScope, smallContent, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { changeByAgent, EditorPage, openThree, settleAll, storedText, update } from './editor-tab.ts';
import { dataOf } from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

const isInstalled = isAvailable('PostgreSQL', 'Redis');

/** Each request and each socket is that of the next server. */
describe.skipIf(!isInstalled)('editors on two servers', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let rig: BalancedApp;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    rig = await startBalanced(2, { database_url: postgres.url, redis_url: redis.url });
  });
  afterAll(async () => {
    await rig?.stop();
    await redis?.stop();
    await postgres?.stop();
  });

  /** A socket that is connected here. */
  const isAt = ({ realtime }: TestApp, id: string) => realtime.hasSocket(id);
  /** Two pages whose connections are at different servers. */
  async function openTwo() {
    const template = await openThree(rig);
    const ann = await new EditorPage(template, 'ann').open();
    const bob = await new EditorPage(template, 'bob').load();
    await bob.join();
    const [first] = rig.servers as [TestApp];
    while (isAt(first, bob.socket?.id as string) === isAt(first, ann.socket?.id as string)) {
      await bob.cut();
      // One request moves the turn.
      await template.tenant.request('GET', '/config');
      await bob.join();
    }
    await settleAll(ann, bob);
    return { template, ann, bob };
  }

  test('see each other, and what each of them does', async () => {
    const { template, ann, bob } = await openTwo();
    const members = dataOf(bob.socket as never, 'pusher_internal:subscription_succeeded')[0].presence;
    expect(members.ids.toSorted()).toEqual(['ann', 'bob']);
    expect(dataOf(ann.socket as never, 'pusher_internal:member_added').at(-1).user_id).toBe('bob');
    bob.setText('b', 'by bob');
    ann.setText('a', 'by ann');
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(['by ann by bob c', 'by ann by bob c']);
    expect((await bob.save()).status).toBe(200);
    ann.setText('c', 'C');
    expect((await ann.save()).status).toBe(200);
    await settleAll(ann, bob);
    expect([ann.text, bob.text, await storedText(template)]).toEqual(Array(3).fill('by ann by bob C'));
    const lock = {
      event: 'client-block_locked',
      data: { blockId: 'a', userId: 'ann' },
      channel: template.channel,
    };
    ann.socket?.send(lock);
    expect((await bob.socket?.next('client-block_locked'))?.data.blockId).toBe('a');
    await bob.cut();
    await ann.socket?.next('pusher_internal:member_removed');
    await ann.cut();
  });

  test('see changes of agents and programs, and comments', async () => {
    const { template, ann, bob } = await openTwo();
    await changeByAgent(template, update('a', 'by agent'));
    await template.save({ ...smallContent('new'), blocks: [{ id: 'a', type: 'paragraph', content: 'X' }] });
    await until(async () => {
      await settleAll(ann, bob);
      return ann.text === 'X' && bob.text === 'X';
    });
    await template.tenant.request('POST', `/templates/${template.id}/comments`, {
      body: { body: 'Nice', ...template.person('ann') },
    });
    for (const page of [ann, bob]) await page.socket?.next('comment-broadcast');
    await Promise.all([ann.cut(), bob.cut()]);
  });

  test('see addresses of media that either server has rewritten', async () => {
    const turn = rig.port;
    const { template, ann, bob } = await openTwo();
    const addressAt = (base: string) => `${base}/media/${'A'.repeat(22)}/original.png`;
    const content = { id: 'a', type: 'paragraph', content: addressAt('http://0.example') };
    await template.save({ ...smallContent('new'), blocks: [content] });
    for (const [number, { deps }] of rig.servers.entries()) {
      const input = { from: `http://${number}.example`, to: `http://${number + 1}.example`, apply: true };
      expect(await perform(rebaseMedia, deps, adminScope, input)).toMatchObject({ templates: 1 });
      await until(async () => {
        await settleAll(ann, bob);
        return [ann, bob].every(({ text }) => text === addressAt(input.to));
      });
    }
    await Promise.all([ann.cut(), bob.cut()]);
    // The next test sends its first requests to the server whose turn it was.
    while (rig.port === turn);
  });

  test('come back at the other server with a token that has expired since, and lose nothing', async () => {
    const { template, ann, bob } = await openTwo();
    ann.setText('a', 'saved');
    await settleAll(ann, bob);
    expect((await ann.save()).status).toBe(200);
    for (let minute = 0; minute < 25; minute += 1) {
      rig.clock.advance(MINUTE_MS);
      // As the periodic task does.
      for (const { deps } of rig.servers) (deps.services.templates.live as LiveTemplates).sweep();
      await Bun.sleep(5);
    }
    const token = ann.token;
    await ann.cut();
    ann.setText('b', 'not saved');
    for (let count = 0; count < 2; count += 1) {
      // One request moves the turn.
      await template.tenant.request('GET', '/config');
      await ann.join(token);
      if (count === 0) await ann.cut();
    }
    await expect(template.enter('dan', 'dan', {}, 'old', token)).rejects.toThrow('refused');
    await until(async () => {
      await settleAll(ann, bob);
      return bob.text === 'saved not saved c';
    });
    await Promise.all([ann.cut(), bob.cut()]);
  });
});

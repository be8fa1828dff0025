import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { rebaseMedia } from '../../src/features/instance/index.ts';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { perform } from '../../src/platform/operation.ts';
import { encodeChannelData, signPass } from '../../src/realtime/channel-auth.ts';
import { type BalancedApp, startBalanced } from '../support/several-servers.ts';
import { adminScope, smallContent, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { changeByAgent, EditorPage, openThree, settleAll, storedText, update } from './editor-page.ts';
import { channelOf, dataOf, openSocket, openTemplate } from './rig.ts';

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

  const tenantIdOf = async () => {
    const { projectId, tenant } = await rig.deps.services.access.verifyBearer(
      (await rig.exchangeToken()).token,
    );
    return { projectId, id: tenant.id };
  };
  const serverOf = (socketId: string) => {
    const [number] = socketId.split('.');
    return rig.servers.find(({ deps }) => String(deps.homes.id) === number) as TestApp;
  };
  /** Two pages whose connections are at different servers. */
  async function openTwo() {
    const template = await openThree(rig);
    const ann = await new EditorPage(template, 'ann').open();
    const bob = await new EditorPage(template, 'bob').load();
    await bob.join();
    while (serverOf(bob.socket?.id as string) === serverOf(ann.socket?.id as string)) {
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
    const { id } = await tenantIdOf();
    const servers = rig.servers.toSorted(
      (a, b) => Number(a.deps.homes.has(id)) - Number(b.deps.homes.has(id)),
    );
    const addressAt = (base: string) => `${base}/media/${'A'.repeat(22)}/original.png`;
    const content = { id: 'a', type: 'paragraph', content: addressAt('http://0.example') };
    await template.save({ ...smallContent('new'), blocks: [content] });
    for (const [number, { deps }] of servers.entries()) {
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

  test('are led to the other server when theirs gives the tenant away, and lose nothing', async () => {
    const early = await openTemplate(rig);
    const eve = await early.enter('eve');
    rig.clock.advance(25 * MINUTE_MS);
    const { template, ann, bob } = await openTwo();
    const { id } = await tenantIdOf();
    ann.setText('a', 'saved');
    await settleAll(ann, bob);
    expect((await ann.save()).status).toBe(200);
    ann.setText('b', 'not saved');
    await settleAll(ann, bob);
    const home = rig.servers.find(({ deps }) => deps.homes.has(id)) as TestApp;
    const other = rig.servers.find((server) => server !== home) as TestApp;
    const closed = Promise.all([ann.socket?.closed, bob.socket?.closed]);
    await home.deps.homes.leave();
    expect((await closed).map((one) => one?.code)).toEqual([4200, 4200]);
    await until(() => other.deps.homes.has(id));
    // Her token has expired since she came. The other server knows that she was there.
    for (const name of ['eve', 'dan']) {
      // A server that is leaving closes its sockets a moment later: the next turn is that of the other one.
      while (serverOf((await openSocket(rig, rig.first.project_id as string)).id) !== home);
      const entered = early.enter(name, name, {}, 'old', eve.token);
      if (name === 'eve') (await entered).close();
      else await expect(entered).rejects.toThrow('refused');
    }
    await ann.join();
    await bob.join();
    expect((await ann.save()).status).toBe(200);
    await until(async () => {
      await settleAll(ann, bob);
      return bob.text === 'saved not saved c';
    });
    expect(await storedText(template)).toBe('saved not saved c');
    await Promise.all([ann.cut(), bob.cut()]);
  });

  test('connect again if their authorization did not reach their socket, as at a server that others do not know yet', async () => {
    const { id, channel, person } = await openTemplate(rig);
    const projectId = rig.first.project_id as string;
    const socket = await openSocket(rig, projectId);
    const member = { id: person('ada').user_id, name: 'Ada', type: 'user' as const };
    const channelData = encodeChannelData(member, 'snake');
    const auth = signPass(rig.deps, projectId, { socketId: socket.id, channel: channelOf(id), channelData });
    socket.send({ event: 'pusher:subscribe', data: { channel, auth, channel_data: channelData } });
    expect((await socket.closed).code).toBe(4200);
  });

  test('a strange server cannot open a link', async () => {
    for (const pass of ['', 'x'.repeat(64)]) {
      const { port } = rig;
      const headers = { upgrade: 'websocket', connection: 'upgrade', 'x-galley-pass': pass };
      const answer = await fetch(`http://127.0.0.1:${port}/app/servers?protocol=7`, { headers });
      expect(answer.status).toBe(426);
    }
  });

  test('a request that says that it was sent on is believed only with the pass of the server', async () => {
    const template = await openTemplate(rig);
    const { id } = await tenantIdOf();
    const stranger = rig.servers.find(({ deps }) => !deps.homes.has(id)) as TestApp;
    const headers = { 'x-galley-pass': stranger.deps.homes.passFor(7), 'x-galley-peer': '203.0.113.9' };
    const answer = await template.tenant.request('GET', `/templates/${template.id}`, { headers });
    expect(answer.status).toBe(200);
  });
});

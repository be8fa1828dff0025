import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type PusherClient from 'pusher-js';
import { setProjectPlan } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { testOfOneProcess } from '../support/engine.ts';
import { adminScope } from '../support/test-app.ts';
import { callTool, openTemplate, type Rig, startRig, stopRig } from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

// The build for node does not connect under Bun; the one for workers is what browsers run, without its fallbacks.
const { default: Pusher } = (await import('pusher-js/worker' as string)) as { default: typeof PusherClient };

let rig: Rig;
const clients: PusherClient[] = [];
beforeAll(async () => {
  rig = await startRig();
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await stopRig(rig);
});

type Template = Awaited<ReturnType<typeof openTemplate>>;

/** A client set up as editors do it, but for TLS. */
function connect(template: Template, userId: string, overrides: object = {}, server = rig) {
  const client = new Pusher(server.first.project_id as string, {
    wsHost: '127.0.0.1',
    wsPort: server.port,
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    cluster: '',
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler({ socketId, channelName }, callback) {
        template
          .authorize(socketId, { ...template.person(userId), ...overrides }, channelName)
          .then(({ status, body, text }) =>
            status === 200 ? callback(null, body) : callback(new Error(text), null),
          );
      },
    },
  });
  clients.push(client);
  const channel = client.subscribe(template.channel);
  const heard: { event: string; data: unknown }[] = [];
  let wake = (): void => {};
  channel.bind_global((event: string, data: unknown) => {
    heard.push({ event, data });
    wake();
  });
  // biome-ignore lint/suspicious/noExplicitAny: whatever the event carries
  const next = async (event: string): Promise<any> => {
    for (;;) {
      const at = heard.findIndex((one) => one.event === event);
      if (at !== -1) return heard.splice(at, 1)[0]?.data;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { client, channel, next, heard };
}

test('the published client joins, sees members, sends and receives', async () => {
  const template = await openTemplate(rig);
  const ada = connect(template, 'u1');
  await ada.next('pusher:subscription_succeeded');
  const bob = connect(template, 'u2');
  const members = await bob.next('pusher:subscription_succeeded');
  expect(members.count).toBe(2);
  expect(members.me).toEqual({ id: 'u2', info: { id: 'u2', name: 'u2', type: 'user' } });
  expect((await ada.next('pusher:member_added')).info).toEqual({ id: 'u2', name: 'u2', type: 'user' });
  // What is told from now on, each receives as it happens.
  const lock = { blockId: 'b1', userId: 'u2' };
  bob.channel.trigger('client-block_locked', lock);
  expect(await ada.next('client-block_locked')).toMatchObject(lock);
  bob.channel.trigger('client-block_unlocked', lock);
  const data = {
    operation: 'update_block',
    data: { block_id: 'b1', updates: { content: 'ä' } },
    timestamp: 3,
  };
  expect(ada.channel.trigger('client-operation', data)).toBe(true);
  expect(await bob.next('client-operation')).toEqual({
    ...data,
    timestamp: expect.any(Number),
    serial: expect.any(Number),
  });
  const operations = [{ op: 'update', id: 'b1', fields: { content: '<p>Agent</p>' } }];
  await callTool(rig, 'update-template', { template_id: template.id, operations });
  for (const one of [ada, bob]) {
    expect(await one.next('mcp-operation')).toMatchObject({
      operation: 'update_block',
      data: { block_id: 'b1' },
    });
    expect((await one.next('pusher:member_added')).info.type ?? 'user').toBeString();
  }
  bob.client.disconnect();
  expect((await ada.next('pusher:member_removed')).id).toBe('u2');
});

test('it is told when it may not join', async () => {
  const template = await openTemplate(rig);
  const { next, client } = connect(template, 'u1', { user_signature: 'forged' });
  expect(await next('pusher:subscription_error')).toBeDefined();
  expect(client.connection.state).toBe('connected');
});

test('it comes again when its project was full, and joins as soon as there is room', async () => {
  const small = await startRig({ realtime_sockets: 1 });
  try {
    const template = await openTemplate(small);
    const first = await template.enter('u1');
    const { client, next } = connect(template, 'u2', {}, small);
    const refusals: number[] = [];
    const refused = new Promise<void>((resolve) => {
      client.connection.bind('error', (fault: { error?: { data?: { code: number } } }) => {
        refusals.push(fault.error?.data?.code ?? 0);
        resolve();
      });
    });
    await refused;
    expect(refusals).toEqual([4100]);
    first.close();
    await next('pusher:subscription_succeeded');
    client.disconnect();
  } finally {
    await stopRig(small);
  }
});

testOfOneProcess('it stays away when its token has expired, instead of asking again and again', async () => {
  const template = await openTemplate(rig);
  const { request } = template.tenant;
  const path = '/broadcasting/auth';
  const authorize = () => request('POST', path, { token: 'expired', body: {} });
  const { client, next } = connect({ ...template, authorize }, 'u1');
  await next('pusher:subscription_error');
  const gone = new Promise<void>((resolve) => client.connection.bind('disconnected', () => resolve()));
  rig.clock.advance(30_000);
  rig.realtime.sweepConnections();
  await gone;
  expect(client.connection.state).toBe('disconnected');
});

test('it leaves the channel of a template that is deleted', async () => {
  const template = await openTemplate(rig);
  const { client, next } = connect(template, 'u1');
  await next('pusher:subscription_succeeded');
  await template.tenant.request('DELETE', `/templates/${template.id}`);
  expect(await next('pusher:subscription_error')).toMatchObject({ type: 'AuthError', status: 404 });
  expect(client.connection.state).toBe('connected');
});

test('it comes back when the server tells it to, and asks again', async () => {
  const template = await openTemplate(rig);
  const ada = connect(template, 'u1');
  await ada.next('pusher:subscription_succeeded');
  const before = ada.client.connection.socket_id;
  const back = new Promise<void>((resolve) => ada.client.connection.bind('connected', resolve));
  const projectId = rig.first.project_id as string;
  await perform(setProjectPlan, rig.deps, adminScope, { project_id: projectId, plan: 'starter' } as never);
  await back;
  expect(ada.client.connection.socket_id).not.toBe(before);
  await ada.next('pusher:subscription_error');
});

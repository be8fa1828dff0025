import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { setProjectPlan } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { signUser } from '../support/signed-user.ts';
import { adminScope } from '../support/test-app.ts';
import {
  channelOf,
  type OpenTemplate,
  openSocket,
  openTemplate,
  type Rig,
  startRig,
  stopRig,
} from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

let rig: Rig;
let own: OpenTemplate;
let other: OpenTemplate;
beforeAll(async () => {
  rig = await startRig();
  own = await openTemplate(rig);
  other = await openTemplate(rig, 'other');
});
afterAll(() => stopRig(rig));

const SOCKET = '12.34';

describe('authorizing a channel', () => {
  test('is answered with 200 and bare, signed, and says who comes in', async () => {
    const answer = await own.authorize(SOCKET, own.person('u1', 'Ada'));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['auth', 'channel_data']);
    expect(answer.body.auth).toMatch(new RegExp(`^${rig.first.project_id}:[0-9a-f]{64}$`));
    expect(JSON.parse(answer.body.channel_data)).toMatchObject({
      user_id: 'u1',
      user_info: { id: 'u1', name: 'Ada', type: 'user' },
    });
  });

  test('takes JSON as well', async () => {
    const body = { socket_id: SOCKET, channel_name: own.channel, ...own.person('u1', 'Ada') };
    const answer = await own.tenant.request('POST', '/broadcasting/auth', { body });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['auth', 'channel_data']);
  });

  const refusals: [what: string, ask: () => ReturnType<OpenTemplate['authorize']>, status: number][] = [
    ['another tenant’s template', () => own.authorize(SOCKET, own.person('u1'), other.channel), 404],
    ['no template', () => own.authorize(SOCKET, own.person('u1'), channelOf('nothing')), 404],
    ['another kind of channel', () => own.authorize(SOCKET, own.person('u1'), `private-${own.id}`), 403],
    [
      'the public channel of that name',
      () => own.authorize(SOCKET, own.person('u1'), `template.${own.id}`),
      403,
    ],
    ['an empty template', () => own.authorize(SOCKET, own.person('u1'), 'presence-template.'), 403],
    ['empty fields', () => own.authorize(SOCKET, { user_id: '', user_name: '', user_signature: '' }), 422],
    ['a forged signature', () => own.authorize(SOCKET, signUser('another key', 'u1')), 403],
    ['the signature of another', () => own.authorize(SOCKET, { ...own.person('u1'), user_id: 'u2' }), 403],
    ['a socket id that is none', () => own.authorize('12:34', own.person('u1')), 422],
    ['an agent’s id', () => own.authorize(SOCKET, own.person('agent:stdio')), 422],
  ];
  test.each(refusals)('is refused for %s', async (_what, ask, status) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.body.message).toBeString();
    expect(answer.text).not.toContain('auth"');
  });

  test('needs a token, and one of this tenant', async () => {
    const body = { socket_id: SOCKET, channel_name: own.channel, ...own.person('u1') };
    const path = `${own.tenant.base}/broadcasting/auth`;
    expect((await rig.request('POST', path, { body })).status).toBe(401);
    expect((await rig.request('POST', path, { body, token: `${own.tenant.token}x` })).status).toBe(401);
    expect((await rig.request('POST', path, { body, token: other.tenant.token })).status).toBe(404);
  });

  test('a token that names a user gives no access to other users', async () => {
    const { token } = await rig.exchangeToken('default', { user: { id: 'u1', name: 'Ada Byron' } });
    const ask = (user: object) =>
      own.tenant.request('POST', '/broadcasting/auth', {
        token,
        body: { socket_id: SOCKET, channel_name: own.channel, ...user },
      });
    expect((await ask(own.person('u2'))).status).toBe(403);
    const answer = await ask(own.person('u1', 'Mallory'));
    expect(JSON.parse(answer.body.channel_data).user_info.name).toBe('Ada Byron');
  });

  test('a plan without collaboration refuses, and the socket opens all the same', async () => {
    const starter = await startRig();
    try {
      const template = await openTemplate(starter);
      const inside = await template.enter('u1');
      const projectId = starter.first.project_id as string;
      const plan = [...starter.deps.plans.values()].find(({ features }) => !features.collaboration)?.name;
      await perform(setProjectPlan, starter.deps, adminScope, { project_id: projectId, plan } as never);
      expect(await inside.closed).toMatchObject({ code: 4200 });
      const { token } = await starter.exchangeToken();
      const socket = await openSocket(starter, projectId);
      expect(socket.id).not.toBe('');
      const body = { socket_id: socket.id, channel_name: template.channel, ...template.person('u1') };
      const answer = await template.tenant.request('POST', '/broadcasting/auth', { body, token });
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe("Feature 'collaboration' is not available on your current plan.");
      // Editors open their connection on every plan. It is not closed for the refusal, which pages would see as errors.
      starter.clock.advance(24_000);
      starter.realtime.sweepConnections();
      await socket.settle();
      starter.clock.advance(24_000);
      starter.realtime.sweepConnections();
      await socket.settle();
      expect(socket.isOpen()).toBe(true);
    } finally {
      await stopRig(starter);
    }
  });
});

describe('subscribing', () => {
  const cases: [what: string, spoil: (pass: { auth: string; channel_data: string }) => object][] = [
    ['without authorization', () => ({})],
    ['with half of it', ({ auth }) => ({ auth })],
    ['with a forged signature', (pass) => ({ ...pass, auth: pass.auth.replace(/.{4}$/, '0000') })],
    ['with the app key alone', (pass) => ({ ...pass, auth: pass.auth.split(':')[0] })],
    ['as another user', (pass) => ({ ...pass, channel_data: pass.channel_data.replaceAll('u1', 'u2') })],
    ['with numbers', () => ({ auth: 1, channel_data: 2 })],
  ];
  test.each(cases)('%s is refused', async (_what, spoil) => {
    const socket = await openSocket(rig, rig.first.project_id as string);
    const { body } = await own.authorize(socket.id, own.person('u1'));
    socket.send({ event: 'pusher:subscribe', data: { channel: own.channel, ...spoil(body) } });
    const refused = await socket.next('pusher:subscription_error');
    expect(refused).toMatchObject({ channel: own.channel, data: { type: 'AuthError', status: 401 } });
    await socket.settle();
    expect(socket.received.some(({ event }) => event.includes('succeeded'))).toBe(false);
    socket.close();
  });

  test('the pass of one socket or channel is none for another', async () => {
    const [one, another] = [
      await openSocket(rig, rig.first.project_id as string),
      await openSocket(rig, rig.first.project_id as string),
    ];
    const { body } = await own.authorize(one.id, own.person('u1'));
    another.send({ event: 'pusher:subscribe', data: { channel: own.channel, ...body } });
    expect((await another.next('pusher:subscription_error')).data.status).toBe(401);
    one.send({ event: 'pusher:subscribe', data: { channel: other.channel, ...body } });
    expect((await one.next('pusher:subscription_error')).data.status).toBe(401);
    one.send({ event: 'pusher:subscribe', data: { channel: 'public', ...body } });
    expect((await one.next('pusher:subscription_error')).data.status).toBe(403);
  });

  test('a socket can be in 100 channels', async () => {
    const socket = await openSocket(rig, rig.first.project_id as string);
    for (let count = 0; count < 101; count += 1) {
      const created = await own.tenant.request('POST', '/templates', {
        body: { content: { blocks: [], settings: {} } },
      });
      const channel = channelOf(created.body.data.id);
      const { body } = await own.authorize(socket.id, own.person('u1'), channel);
      socket.send({ event: 'pusher:subscribe', data: { channel, ...body } });
    }
    expect((await socket.next('pusher:subscription_error')).data.status).toBe(429);
    await socket.settle();
    expect(socket.received.filter(({ event }) => event.endsWith('succeeded')).length).toBe(100);
    socket.close();
  });
});

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { testOfOneProcess } from '../support/engine.ts';
import { callTool, dataOf, openTemplate, type Rig, startRig, stopRig } from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const MEMBER_ADDED = 'pusher_internal:member_added';
const MEMBER_REMOVED = 'pusher_internal:member_removed';

describe('members', () => {
  test('a new member receives the list of members, and they receive the new member', async () => {
    const template = await openTemplate(rig);
    const ada = await template.enter('u1', 'Ada');
    const bob = await template.enter('u2', 'Bob');
    const [first] = dataOf(ada, 'pusher_internal:subscription_succeeded');
    expect(first).toEqual({
      presence: { count: 1, ids: ['u1'], hash: { u1: { id: 'u1', name: 'Ada', type: 'user' } } },
    });
    const [second] = dataOf(bob, 'pusher_internal:subscription_succeeded');
    expect(second.presence).toMatchObject({ count: 2, ids: ['u1', 'u2'] });
    const added = await ada.next(MEMBER_ADDED);
    expect(added).toMatchObject({
      channel: template.channel,
      data: { user_id: 'u2', user_info: { id: 'u2', name: 'Bob', type: 'user' } },
    });
    await bob.settle();
    expect(dataOf(bob, MEMBER_ADDED)).toEqual([]);
    bob.close();
    expect((await ada.next(MEMBER_REMOVED)).data).toEqual({ user_id: 'u2' });
    ada.close();
  });

  test('a user with several tabs is one member, until the last one is closed', async () => {
    const template = await openTemplate(rig);
    const ada = await template.enter('u1');
    const tabs = [await template.enter('u2'), await template.enter('u2'), await template.enter('u2')];
    const late = await template.enter('u3');
    expect(dataOf(late, 'pusher_internal:subscription_succeeded')[0].presence.ids).toEqual([
      'u1',
      'u2',
      'u3',
    ]);
    tabs[0]?.close();
    tabs[1]?.send({ event: 'pusher:unsubscribe', data: { channel: template.channel } });
    await tabs[0]?.closed;
    await tabs[1]?.settle();
    await ada.settle();
    expect(dataOf(ada, MEMBER_REMOVED)).toEqual([]);
    expect(dataOf(ada, MEMBER_ADDED).map(({ user_id }) => user_id)).toEqual(['u2', 'u3']);
    tabs[2]?.close();
    expect((await ada.next(MEMBER_REMOVED)).data).toEqual({ user_id: 'u2' });
    await template.enter('u2');
    await ada.settle();
    expect(dataOf(ada, MEMBER_ADDED).map(({ user_id }) => user_id)).toEqual(['u2', 'u3', 'u2']);
  });

  test('subscribing again is answered again and changes nothing for the others', async () => {
    const template = await openTemplate(rig);
    const ada = await template.enter('u1');
    const { body } = await template.authorize(ada.id, template.person('u1'));
    ada.send({ event: 'pusher:subscribe', data: { channel: template.channel, ...body } });
    await ada.next('pusher_internal:subscription_succeeded');
    const bob = await template.enter('u2');
    expect(dataOf(bob, 'pusher_internal:subscription_succeeded')[0].presence.count).toBe(2);
  });

  test('a user called like a property of objects is a member like any other', async () => {
    const template = await openTemplate(rig);
    await template.enter('__proto__');
    const bob = await template.enter('constructor');
    const { presence } = dataOf(bob, 'pusher_internal:subscription_succeeded')[0];
    expect(presence.ids).toEqual(['__proto__', 'constructor']);
    expect(Object.keys(presence.hash)).toEqual(['__proto__', 'constructor']);
  });

  test('templates and projects do not see each other', async () => {
    const [one, another] = [await openTemplate(rig), await openTemplate(rig, 'other')];
    const ada = await one.enter('u1');
    const eve = await another.enter('u9');
    eve.send({ event: 'client-operation', channel: one.channel, data: { a: 1 } });
    expect((await eve.next('pusher:error')).data.code).toBe(4301);
    await ada.settle();
    expect(ada.received.map(({ event }) => event)).not.toContain('client-operation');
    expect(dataOf(ada, MEMBER_ADDED)).toEqual([]);
  });
});

describe('agents', () => {
  testOfOneProcess(
    'are present from their first call on a template until five minutes after their last',
    async () => {
      const template = await openTemplate(rig);
      const ada = await template.enter('u1');
      await callTool(rig, 'get-template', { template_id: template.id });
      const { data } = await ada.next(MEMBER_ADDED);
      expect(data.user_info).toMatchObject({ id: data.user_id, type: 'mcp' });
      expect(data.user_id).toStartWith('agent:');
      expect(data.user_info.name).toBeString();
      rig.clock.advance(200_000);
      await callTool(rig, 'get-template', { template_id: template.id, format: 'outline' });
      rig.clock.advance(200_000);
      await ada.settle();
      rig.realtime.sweepConnections();
      const bob = await template.enter('u2');
      expect(dataOf(bob, 'pusher_internal:subscription_succeeded')[0].presence.ids).toEqual([
        'u1',
        'u2',
        data.user_id,
      ]);
      rig.clock.advance(100_000);
      await ada.settle();
      rig.realtime.sweepConnections();
      expect((await ada.next(MEMBER_REMOVED)).data).toEqual({ user_id: data.user_id });
      await ada.settle();
      expect(dataOf(ada, MEMBER_ADDED).length).toBe(2);
    },
  );

  test('a user who opens a template sees an agent that is working on it', async () => {
    const template = await openTemplate(rig);
    await callTool(rig, 'get-template', { template_id: template.id });
    const ada = await template.enter('u1');
    const { hash } = dataOf(ada, 'pusher_internal:subscription_succeeded')[0].presence;
    expect(Object.values<{ type: string }>(hash).map(({ type }) => type)).toEqual(['user', 'mcp']);
  });

  test('are not shown in templates of others that they name', async () => {
    const template = await openTemplate(rig, 'other');
    const ada = await template.enter('u1');
    const result = await callTool(rig, 'get-template', { template_id: template.id }, 'default');
    expect(result.isError).toBe(true);
    await ada.settle();
    expect(dataOf(ada, MEMBER_ADDED)).toEqual([]);
  });
});

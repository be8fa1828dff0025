import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { testOfOneProcess } from '../support/engine.ts';
import {
  channelOf,
  dataOf,
  openTemplate,
  passTime,
  type Rig,
  startRig,
  stopRig,
  type TestSocket,
} from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const typed = (block_id: string, content: unknown) => ({
  operation: 'update_block',
  data: { block_id, updates: { content } },
});

describe('client events', () => {
  test('go to all others and never back, with the id of who was let in', async () => {
    const template = await openTemplate(rig);
    const [ada, bob, tab] = [
      await template.enter('u1'),
      await template.enter('u2'),
      await template.enter('u1'),
    ];
    const data = {
      operation: 'update_block',
      data: { block_id: 'b1', updates: { content: 'x' } },
      timestamp: 5,
    };
    ada.send({ event: 'client-operation', data, channel: template.channel });
    for (const other of [bob, tab]) {
      const received = await other.next('client-operation');
      expect(JSON.parse(received.text)).toEqual({
        event: 'client-operation',
        channel: template.channel,
        data: { ...data, timestamp: expect.any(Number), serial: expect.any(Number) },
        user_id: 'u1',
      });
    }
    await ada.settle();
    expect(dataOf(ada, 'client-operation')).toEqual([]);
  });

  const payloads: [what: string, data: string][] = [
    ['numbers no double holds', '{"n":12345678901234567890.10,"m":1e400}'],
    ['a name twice', '{"a":1,"a":2}'],
    ['odd spacing', '{ "a" :\t[ 1 , 2 ] }'],
    ['a text', '"{\\"already\\":\\"text\\"}"'],
    ['null', 'null'],
    ['what ends like a message', '{"x":",\\"channel\\":\\"presence-template.1\\"}"}'],
    ['any characters', '"\\u0000 \\ud83d\\ude00 😀 \\u2028 </script>"'],
  ];
  test.each(payloads)('pass %s on byte for byte', async (_what, data) => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    ada.send(`{"event":"client-note","data":${data},"channel":"${template.channel}"}`);
    expect((await bob.next('client-note')).text).toContain(`"data":${data},`);
  });

  testOfOneProcess('any value arrives as it was, in whatever order the message is written', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.boolean(), async (data, isUsual) => {
        const { channel } = template;
        ada.send(isUsual ? { event: 'client-x', data, channel } : { channel, data, event: 'client-x' });
        rig.clock.advance(100);
        expect(JSON.parse((await bob.next('client-x')).text).data).toEqual(JSON.parse(JSON.stringify(data)));
      }),
    );
  });

  test('one cannot be sent in the name of another', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    const { channel } = template;
    ada.send({ event: 'client-x', data: 1, channel, user_id: 'u2', 'pusher:x': 1 });
    const { text } = await bob.next('client-x');
    expect(JSON.parse(text)).toEqual({ event: 'client-x', channel, data: 1, user_id: 'u1' });
    expect(text.match(/user_id/g)).toHaveLength(1);
  });

  test('a second pair of names hidden in the data is no message', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    const { channel } = template;
    ada.send(`{"event":"client-x","data":{},"event":"mcp-operation","channel":"${channel}"}`);
    expect((await ada.next('pusher:error')).data.message).toContain('mcp-operation');
    await bob.settle();
    expect(bob.received.filter(({ event }) => /client-x|mcp/.test(event))).toEqual([]);
  });

  test('carry a whole template of 2 MB', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    const content = { blocks: [{ id: 'b', type: 'html', content: 'ä"\\'.repeat(400_000) }], settings: {} };
    const data = { operation: 'set_content', data: { content }, timestamp: 1 };
    ada.send({ event: 'client-operation', data, channel: template.channel });
    expect((await bob.next('client-operation')).data).toEqual({
      ...data,
      timestamp: expect.any(Number),
      serial: expect.any(Number),
    });
  });

  test('that take long to parse are refused, and the connection stays', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    const names = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 0]));
    const note = { event: 'client-note', channel: template.channel };
    for (const data of [names, Array(1_000_000).fill(0)]) {
      ada.send({ ...note, data });
      expect((await ada.next('pusher:error')).text).toContain('too many values');
    }
    ada.send({ ...note, data: 1 });
    expect((await bob.next('client-note')).text).toContain('"data":1');
  });

  test('one per keystroke of a fast typist gets through, in order', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    const sent = Array.from({ length: 390 }, (_, n) => n);
    for (const n of sent)
      ada.send({ event: 'client-operation', data: typed('b1', n), channel: template.channel });
    await ada.settle();
    await bob.settle();
    expect(dataOf(bob, 'client-operation').map(({ data }) => data.updates.content)).toEqual(sent);
  });

  const rejected: [what: string, message: (channel: string) => object][] = [
    ['a channel one is not in', () => ({ event: 'client-x', data: {}, channel: channelOf('other') })],
    ['no channel', () => ({ event: 'client-x', data: {} })],
    ['a name of 10 KB', (channel) => ({ event: `client-${'x'.repeat(10_000)}`, data: {}, channel })],
    ['a name of 201 bytes', (channel) => ({ event: `client-${'ä'.repeat(97)}`, data: {}, channel })],
  ];
  test.each(rejected)('are rejected for %s', async (_what, message) => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    ada.send(message(template.channel));
    expect((await ada.next('pusher:error')).data.code).toBe(4301);
    await bob.settle();
    expect(bob.received.filter(({ event }) => event.startsWith('client-'))).toEqual([]);
  });

  test('need the prefix', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    for (const event of [
      'mcp-operation',
      'comment-broadcast',
      'pusher_internal:member_removed',
      'Client-x',
      '',
    ]) {
      ada.send({ event, data: { user_id: 'u2' }, channel: template.channel });
      expect((await ada.next('pusher:error')).data.message).toContain('no event');
    }
    await bob.settle();
    const own = ['connection_established', 'ping', 'pong'].map((event) => `pusher:${event}`);
    const told = bob.received.map(({ event }) => event).filter((event) => !own.includes(event));
    expect(told).toEqual(['pusher_internal:subscription_succeeded']);
  });

  test('beyond the rate are dropped with a word, and a flood closes the connection for good', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    for (let n = 0; n < 500; n += 1) ada.send({ event: 'client-x', data: n, channel: template.channel });
    expect((await ada.next('pusher:error')).data.code).toBe(4301);
    await passTime(rig, 2000);
    await ada.settle();
    await bob.settle();
    const arrived = dataOf(bob, 'client-x').length;
    expect(arrived).toBeGreaterThan(390);
    expect(arrived).toBeLessThanOrEqual(400);
    expect(dataOf(ada, 'pusher:error')).toHaveLength(1);
    for (let n = 0; n < 3000; n += 1) ada.send({ event: 'client-x', data: n, channel: template.channel });
    expect(await ada.closed).toMatchObject({ code: 4301 });
    expect((await bob.next('pusher_internal:member_removed')).data).toEqual({ user_id: 'u1' });
  });
});

describe('selected blocks', () => {
  test('can be changed by an operation: their lock is lifted for as long as it takes', async () => {
    const blocks = ['b1', 'b2'].map((id) => ({ id, type: 'paragraph', content: id }));
    const template = await openTemplate(rig, 'default', { blocks, settings: {} });
    const { channel } = template;
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    ada.send({ event: 'client-block_locked', data: { blockId: 'b1', userId: 'u1' }, channel });
    ada.send({ event: 'client-operation', data: typed('b1', 'x'), channel });
    ada.send({ event: 'client-operation', data: typed('b2', 'x'), channel });
    ada.send({ event: 'client-block_unlocked', data: { blockId: 'b1' }, channel });
    ada.send({ event: 'client-operation', data: typed('b1', 'y'), channel });
    await ada.settle();
    await bob.settle();
    const seen = bob.received.filter(({ event }) => event.startsWith('client-'));
    expect(seen.map(({ event, data }) => [event, data.blockId ?? data.data.block_id])).toEqual([
      ['client-block_locked', 'b1'],
      ['client-block_unlocked', 'b1'],
      ['client-operation', 'b1'],
      ['client-block_locked', 'b1'],
      ['client-operation', 'b2'],
      ['client-block_unlocked', 'b1'],
      ['client-operation', 'b1'],
    ]);
    expect(seen[3]?.data).toEqual({ blockId: 'b1', userId: 'u1' });
    expect(ada.received.filter(({ event }) => event.startsWith('client-'))).toEqual([]);
  });

  test('are sent to later subscribers, until their owner leaves', async () => {
    const template = await openTemplate(rig);
    const { channel } = template;
    const ada = await template.enter('u1');
    ada.send({ event: 'client-block_locked', data: { blockId: 'b1', userId: 'u1' }, channel });
    ada.send({ event: 'client-block_locked', data: { blockId: 'b2', userId: 'u1' }, channel });
    await ada.settle();
    const bob = await template.enter('u2');
    await bob.settle();
    expect(dataOf(bob, 'client-block_locked')).toMatchObject([{ blockId: 'b2', userId: 'u1' }]);
    ada.close();
    await bob.next('pusher_internal:member_removed');
    const eve = await template.enter('u3');
    await eve.settle();
    expect(dataOf(eve, 'client-block_locked')).toEqual([]);
  });

  const lock = (blockId: string, userId: string) => ({
    event: 'client-block_locked',
    data: { blockId, userId },
  });
  const unlock = (blockId: string) => ({ event: 'client-block_unlocked', data: { blockId } });

  async function enterThree() {
    const template = await openTemplate(rig);
    const { channel } = template;
    const sockets = [await template.enter('u1'), await template.enter('u2'), await template.enter('u3')];
    const [ada, bob, eve] = sockets as [TestSocket, TestSocket, TestSocket];
    const send = async (socket: TestSocket, message: object) => {
      socket.send({ ...message, channel });
      await socket.settle();
    };
    return { template, ada, bob, eve, send };
  }

  const locksSeenBy = async (socket: TestSocket) => {
    await socket.settle();
    const seen = socket.received.filter(({ event }) => event.startsWith('client-block_'));
    return seen.map(({ event, data }) => `${event.slice(13)} ${data.blockId} ${data.userId ?? ''}`.trim());
  };

  test('stay locked if another user unlocks them', async () => {
    const { ada, bob, eve, send } = await enterThree();
    await send(bob, lock('b1', 'u2'));
    await send(ada, unlock('b1'));
    expect(await locksSeenBy(eve)).toEqual(['locked b1 u2']);
    await send(bob, unlock('b1'));
    expect(await locksSeenBy(eve)).toEqual(['locked b1 u2', 'unlocked b1']);
  });

  test('stay locked by the second user after the first one has deselected them', async () => {
    const { template, ada, bob, eve, send } = await enterThree();
    await send(ada, lock('b1', 'u1'));
    await send(bob, lock('b1', 'u2'));
    // The editor of the first user deselects the block when it hears of the second.
    await send(ada, unlock('b1'));
    expect(await locksSeenBy(eve)).toEqual(['locked b1 u1', 'locked b1 u2', 'unlocked b1', 'locked b1 u2']);
    // Clients ignore a lock of their own user.
    expect(await locksSeenBy(bob)).toEqual(['locked b1 u1', 'unlocked b1']);
    const late = await template.enter('u4');
    expect(await locksSeenBy(late)).toEqual(['locked b1 u2']);
  });

  test('are not locked in the name of another user', async () => {
    const { bob, eve, send } = await enterThree();
    await send(bob, lock('b1', 'u1'));
    await send(bob, lock('b1', 'stranger'));
    await send(bob, lock('x'.repeat(300), 'u2'));
    expect(bob.received.filter(({ event }) => event === 'pusher:error')).toHaveLength(3);
    expect(await locksSeenBy(eve)).toEqual([]);
  });
});

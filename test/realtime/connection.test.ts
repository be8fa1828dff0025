import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { openSocket, openTemplate, type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const open = (query?: string): Promise<TestSocket> => openSocket(rig, rig.first.project_id as string, query);

describe('connecting', () => {
  test('the server says who the socket is and how long silence may last', async () => {
    const socket = await open();
    const [first] = socket.received;
    expect(first?.event).toBe('pusher:connection_established');
    expect(JSON.parse(first?.text ?? '').data).toBeString();
    expect(first?.data).toEqual({ socket_id: expect.stringMatching(/^\d+\.\d+$/), activity_timeout: 35 });
    socket.close();
  });

  const refusals: [what: string, key: () => string, query: string, code: number][] = [
    ['an unknown project', () => '3f1c3f0e-0000-7000-8000-000000000000', 'protocol=7', 4001],
    ['a key that is no id', () => 'health', 'protocol=7', 4001],
    ['another version', () => rig.first.project_id as string, 'protocol=5', 4007],
    ['no version', () => rig.first.project_id as string, 'x=1', 4008],
  ];
  test.each(refusals)('%s is refused on the open connection', async (_what, key, query, code) => {
    const socket = await openSocket(rig, key(), query);
    expect(await socket.closed).toMatchObject({ code });
    expect(socket.received.map(({ event, data }) => [event, data.code])).toEqual([['pusher:error', code]]);
  });

  test('who asks without a websocket is told', async () => {
    const response = await fetch(`http://127.0.0.1:${rig.port}/app/${rig.first.project_id}`);
    expect(response.status).toBe(426);
    expect(response.headers.get('upgrade')).toBe('websocket');
    const answer = await rig.request('GET', `/app/${rig.first.project_id}`);
    expect(answer.status).toBe(426);
  });

  test.each(['%E0%A4%A', '%', 'x%00y'])('a key written as %s is none, and no fault', async (key) => {
    const response = await fetch(`http://127.0.0.1:${rig.port}/app/${key}`);
    const { code } = (await response.json()) as { code: string };
    expect([response.status, code]).toEqual([426, 'upgrade_required']);
  });

  test('pings are answered', async () => {
    const socket = await open();
    socket.send({ event: 'pusher:ping', data: {} });
    expect((await socket.next('pusher:pong')).data).toEqual({});
    socket.close();
  });
});

describe('silent connections', () => {
  test('are asked, stay when they answer, and go when they do not', async () => {
    const template = await openTemplate(rig);
    const [alive, dead] = [await template.enter('u1'), await template.enter('u2')];
    // Who joins is asked once what has arrived.
    for (const socket of [alive, dead]) await socket.next('pusher:ping');
    dead.answersPings = false;
    rig.clock.advance(24_000);
    rig.realtime.sweepConnections();
    await alive.settle();
    expect(alive.received.filter(({ event }) => event === 'pusher:ping')).toHaveLength(1);
    rig.clock.advance(25_000);
    rig.realtime.sweepConnections();
    await alive.next('pusher:ping');
    await dead.next('pusher:ping');
    await alive.settle();
    rig.clock.advance(30_000);
    rig.realtime.sweepConnections();
    expect(await dead.closed).toMatchObject({ code: 4201 });
    await alive.settle();
    expect(alive.isOpen()).toBe(true);
    alive.close();
  });
});

describe('limits', () => {
  test('a project has so many sockets; those that are in no channel give way', async () => {
    const small = await startRig({ realtime_sockets: 3 });
    try {
      const template = await openTemplate(small);
      const key = small.first.project_id as string;
      const inside = await template.enter('u1');
      const strangers = [await openSocket(small, key), await openSocket(small, key)];
      const authorized = await openSocket(small, key);
      expect(await strangers[0]?.closed).toMatchObject({ code: 4100 });
      await template.authorize(authorized.id, template.person('u2'));
      await template.enter('u3');
      expect(await strangers[1]?.closed).toMatchObject({ code: 4100 });
      // An authorized socket has time to join its channel.
      expect(await (await openSocket(small, key)).closed).toMatchObject({ code: 4100 });
      small.clock.advance(11_000);
      await template.enter('u4');
      expect(await authorized.closed).toMatchObject({ code: 4100 });
      expect(await (await openSocket(small, key)).closed).toMatchObject({ code: 4100 });
      expect(inside.isOpen()).toBe(true);
    } finally {
      await stopRig(small);
    }
  });

  test('a socket that is closed gives its place back', async () => {
    const small = await startRig({ realtime_sockets: 1 });
    try {
      for (let round = 0; round < 20; round += 1) {
        const socket = await openSocket(small, small.first.project_id as string);
        expect(socket.id).not.toBe('');
        socket.close();
        await socket.closed;
      }
    } finally {
      await stopRig(small);
    }
  });

  const nonsense: [what: string, message: string][] = [
    ['no JSON', 'hello'],
    ['no object', '"hello"'],
    ['null', 'null'],
    ['no event', '{"data":{}}'],
    ['an event that is no text', '{"event":{"a":1}}'],
    ['an unknown event', '{"event":"pusher:signin","data":{}}'],
    ['a subscription without a channel', '{"event":"pusher:subscribe"}'],
    [
      'a channel name of 10 KB',
      JSON.stringify({ event: 'pusher:subscribe', data: { channel: 'c'.repeat(10_000) } }),
    ],
    ['a subscription to no name', '{"event":"pusher:subscribe","data":{"channel":7}}'],
    ['a large message from a stranger', JSON.stringify({ event: 'client-x', data: 'x'.repeat(70_000) })],
  ];
  test.each(nonsense)('%s is an error and no more', async (_what, message) => {
    const socket = await open();
    socket.send(message);
    const { data } = await socket.next('pusher:error');
    expect(data.message).toBeString();
    expect(data.message.length).toBeLessThan(300);
    await socket.settle();
    socket.close();
  });

  test('a message beyond 4 MB closes the connection', async () => {
    const socket = await open();
    socket.send('x'.repeat(4 * 1024 * 1024 + 1));
    expect((await socket.closed).code).toBeOneOf([1009, 1006]);
  });
});

test('when the server stops, everybody is told to come back after a second', async () => {
  const stopping = await startRig();
  const socket = await openSocket(stopping, stopping.first.project_id as string);
  await stopping.realtime.close();
  expect(await socket.closed).toMatchObject({ code: 4101 });
  // A refused upgrade would keep published clients away for 15 seconds.
  const early = await openSocket(stopping, stopping.first.project_id as string);
  expect(await early.closed).toMatchObject({ code: 4101 });
  await stopRig(stopping);
});

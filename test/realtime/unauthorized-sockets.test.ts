import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { openSocket, openTemplate, type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

const SOCKETS_OF_PROJECT = 1_000;
const STRANGERS_OF_NETWORK = 200;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ trusted_proxies: ['127.0.0.1'] });
});
afterAll(() => stopRig(rig));

const from = (address: string) => ({ 'x-forwarded-for': address });

/** Opens a socket from each of these addresses, without credentials. */
async function openStrangers(addresses: readonly string[]): Promise<TestSocket[]> {
  const opened: TestSocket[] = [];
  for (let start = 0; start < addresses.length; start += 50) {
    const part = addresses.slice(start, start + 50);
    const key = rig.first.project_id as string;
    opened.push(...(await Promise.all(part.map((one) => openSocket(rig, key, undefined, from(one))))));
  }
  return opened;
}

const closeAll = (sockets: readonly TestSocket[]) =>
  Promise.all(
    sockets.map((socket) => {
      socket.close();
      return socket.closed;
    }),
  );

/** Addresses for as many strangers as a project may have sockets. */
const crowds: [what: string, addressOf: (n: number) => string][] = [
  ['one address', () => '203.0.113.9'],
  ['five addresses', (n) => `203.0.113.${n % 5}`],
  ['as many addresses', (n) => `10.1.${n >> 8}.${n & 255}`],
  ['one /64 of IPv6', (n) => `2001:db8:1:2::${n.toString(16)}`],
];
test.each(crowds)(
  `${SOCKETS_OF_PROJECT} sockets without credentials from %s keep no editor out`,
  async (_what, addressOf) => {
    const addresses = Array.from({ length: SOCKETS_OF_PROJECT }, (_, n) => addressOf(n));
    const strangers = await openStrangers(addresses);
    const template = await openTemplate(rig);
    const editors = [await template.enter('u1', 'Ada', from('198.51.100.7')), await template.enter('u2')];
    for (const editor of editors) await editor.settle();
    for (const network of new Set(addresses.map((address) => address.replace(/::.*/, '')))) {
      const open = strangers.filter((socket, n) => socket.isOpen() && addresses[n]?.startsWith(network));
      expect(open.length).toBeLessThanOrEqual(STRANGERS_OF_NETWORK);
    }
    const closed = strangers.filter((socket) => !socket.isOpen());
    for (const socket of closed) expect(await socket.closed).toMatchObject({ code: 4100 });
    await closeAll([...strangers, ...editors]);
    rig.clock.advance(11_000);
  },
);

test('the strangers of the network with the most give way first', async () => {
  const crowd = await openStrangers(Array.from({ length: STRANGERS_OF_NETWORK }, () => '203.0.113.1'));
  const [single] = await openStrangers(['198.51.100.1']);
  const others = Array.from(
    { length: SOCKETS_OF_PROJECT - STRANGERS_OF_NETWORK },
    (_, n) => `10.2.${n >> 7}.${n & 127}`,
  );
  const rest = await openStrangers(others);
  expect(await crowd[0]?.closed).toMatchObject({ code: 4100 });
  expect(single?.isOpen()).toBe(true);
  expect([...crowd, ...rest].filter((socket) => !socket.isOpen())).toHaveLength(1);
  await closeAll([...crowd, single as TestSocket, ...rest]);
  rig.clock.advance(11_000);
});

test('a socket for which no token asks within 30 seconds is closed, others stay', async () => {
  const template = await openTemplate(rig);
  const [stranger] = await openStrangers(['203.0.113.20']);
  const authorized = await openSocket(rig, rig.first.project_id as string);
  await template.authorize(authorized.id, template.person('u1'));
  rig.clock.advance(29_000);
  rig.realtime.sweepConnections();
  await stranger?.settle();
  rig.clock.advance(1_000);
  await authorized.settle();
  rig.realtime.sweepConnections();
  expect(await stranger?.closed).toMatchObject({ code: 4009 });
  await authorized.settle();
  await closeAll([authorized]);
});

test('a flood of connections is answered without a websocket, other addresses are not affected', async () => {
  const upgrade = async (address: string) => {
    const headers = { upgrade: 'websocket', connection: 'Upgrade', ...from(address) };
    const response = await fetch(`http://127.0.0.1:${rig.port}/app/none`, { headers });
    await response.body?.cancel();
    return response;
  };
  let answer = await upgrade('203.0.113.30');
  for (let n = 0; n < 2_000; n += 1) answer = await upgrade('203.0.113.30');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await upgrade('203.0.113.31')).status).not.toBe(429);
  rig.clock.advance(10_000);
  expect((await upgrade('203.0.113.30')).status).not.toBe(429);
});

import { expect, setDefaultTimeout, test } from 'bun:test';
import { join, resolve } from 'node:path';
import { listen } from '../../src/http/listen.ts';
import { createTestApp, smallContent } from '../support/test-app.ts';
import { dataOf, openTemplate, type Rig } from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

const FIXTURES = resolve(import.meta.dir, '../fixtures/tls');

test('people on the plain and on the secure port are in the same channel', async () => {
  const app = await createTestApp();
  const { clock, log } = app.deps;
  const files = { cert: join(FIXTURES, 'first.crt'), key: join(FIXTURES, 'first.key') };
  const options = { host: '127.0.0.1', port: 0, tls: { files, port: 0 }, clock, log };
  const listeners = listen(app.http, { ...options, websocket: app.realtime.websocket });
  const plain: Rig = Object.assign(app, { port: listeners.port });
  try {
    const template = await openTemplate(plain);
    const ada = await template.enter('u1');
    plain.port = listeners.tlsPort as number;
    plain.isSecure = true;
    const [bob, eve] = [await template.enter('u2'), await template.enter('u3')];
    const { channel } = template;
    ada.send({ event: 'client-x', data: 1, channel });
    expect([(await bob.next('client-x')).data, (await eve.next('client-x')).data]).toEqual([1, 1]);
    bob.send({ event: 'client-y', data: 2, channel });
    expect([(await ada.next('client-y')).data, (await eve.next('client-y')).data]).toEqual([2, 2]);
    await template.save(smallContent('New'));
    for (const one of [ada, bob, eve])
      expect((await one.next('mcp-operation')).data.operation).toBe('update_block');
    await bob.settle();
    expect(dataOf(bob, 'client-y')).toEqual([]);
    eve.close();
    await ada.next('pusher_internal:member_removed');
  } finally {
    await app.realtime.close();
    await listeners.stop(true);
    await app.stop();
  }
});

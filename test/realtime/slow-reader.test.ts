import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { openTemplate, type Rig, startRig, stopRig } from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

/** A text frame as clients send it; a mask of zeros changes nothing. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([header, payload]);
}

/** Enters a template's channel on a bare connection, and then reads nothing any more. */
async function enterDeaf(template: Awaited<ReturnType<typeof openTemplate>>): Promise<Socket> {
  const socket = connect(rig.port, '127.0.0.1');
  const until = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      let text = '';
      socket.on('data', function read(chunk) {
        text += chunk.toString('latin1');
        const found = pattern.exec(text);
        if (found === null) return;
        socket.off('data', read);
        resolve(found);
      });
    });
  const greeted = until(/socket_id\\":\\"([\d.]+)/);
  socket.write(
    `GET /app/${rig.first.project_id}?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const id = (await greeted)[1] as string;
  const { body } = await template.authorize(id, template.person('deaf'));
  const inside = until(/subscription_succeeded/);
  socket.write(
    frame(JSON.stringify({ event: 'pusher:subscribe', data: { channel: template.channel, ...body } })),
  );
  await inside;
  socket.pause();
  return socket;
}

test('a socket that does not read is closed with a reason, and no other socket waits for it', async () => {
  const template = await openTemplate(rig);
  const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
  const deaf = await enterDeaf(template);
  const data = 'x'.repeat(2_000_000);
  const isGone = () => bob.received.some(({ event }) => event === 'pusher_internal:member_removed');
  let sent = 0;
  // Far above what the limits and the system's own buffers hold.
  while (!isGone() && sent < 30) {
    ada.send({ event: 'client-note', data, channel: template.channel });
    sent += 1;
    rig.clock.advance(2_000);
    await ada.settle();
    await bob.settle();
  }
  expect(isGone()).toBe(true);
  expect(bob.received.filter(({ event }) => event === 'client-note')).toHaveLength(sent);
  expect(rig.logLines.filter((line) => line.includes('the client reads too slowly'))).toHaveLength(1);
  expect(ada.isOpen()).toBe(true);
  const ended = new Promise<void>((resolve) => deaf.once('close', () => resolve()));
  rig.realtime.sweepConnections();
  deaf.resume();
  await ended;
});

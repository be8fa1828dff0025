import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sampleContent } from '../mail/model/sample-content.ts';
import {
  askGalley,
  type Credentials,
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

let place: TestDirectory;
let server: Server;
let tenant: Tenant;
let credentials: Credentials;

beforeEach(async () => {
  ({ place, first: credentials } = await createInitializedDirectory());
  server = await startServer(place);
  tenant = await openTenant(server.url, credentials);
});
afterEach(async () => {
  await server.kill();
  place.remove();
});

/** What has to be true of the directory after a clean end. */
function expectCleanDirectory(): void {
  const log = join(place.data, 'galley.db-wal');
  expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
  expect(existsSync(join(place.data, 'control.sock'))).toBe(false);
}

/** Opens a connection and sends a request by hand, so that its body can come as slowly as a test wants. */
async function openByHand(body: string) {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  let isClosed = false;
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('error', () => {});
  socket.write(
    `POST ${tenant.base}/templates HTTP/1.1\r\nHost: galley\r\nAuthorization: Bearer ${tenant.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  );
  return { socket, received: () => received, isClosed: () => isClosed };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a slow request finish, then ends with status 0',
  async (signal) => {
    const content = sampleContent(6, 40 * 1024);
    const body = JSON.stringify({ content, name: 'slow' });
    const slow = await openByHand(body);
    slow.socket.write(body.slice(0, 20_000));
    // An answer to a later request shows that the server has read what came before.
    await Bun.sleep(100);
    expect((await tenant.call('GET', '/config')).status).toBe(200);
    process.kill(server.pid, signal);
    await waitFor('the signal to be heeded', () => server.stderr().includes('stopping'));
    slow.socket.write(body.slice(20_000));
    await waitFor(
      'the answer to the slow request',
      () => slow.received().includes('\r\n\r\n') || slow.isClosed(),
    );
    expect(slow.received()).toStartWith('HTTP/1.1 201');
    expect(await server.exited).toBe(0);
    slow.socket.destroy();
    expectCleanDirectory();
    server = await startServer(place);
    tenant = await openTenant(server.url, credentials);
    const { data } = (await tenant.call('GET', '/templates')).body;
    expect(data.map((item: { name: string }) => item.name)).toEqual(['slow']);
    expect((await tenant.call('GET', `/templates/${data[0].id}`)).body.data.content).toEqual(content);
  },
);

test('an idle connection does not delay the end', async () => {
  const idle = await openByHand('');
  await waitFor('an answer', () => idle.received().includes('\r\n\r\n'));
  expect(await server.stop()).toBe(0);
  idle.socket.destroy();
  expectCleanDirectory();
});

test('a connection that has never sent a request does not delay the end', async () => {
  const { hostname, port } = new URL(server.url);
  const silent = connect(Number(port), hostname);
  await new Promise((connected) => silent.once('connect', connected));
  // The runtime gives up on a connection at once if it is younger than a second.
  await Bun.sleep(1_500);
  server.signalStop();
  // The runtime itself waits for such a connection without end.
  const outcome = await Promise.race([server.exited, Bun.sleep(8_000).then(() => 'still running')]);
  silent.destroy();
  expect(outcome).toBe(0);
  expectCleanDirectory();
});

test('while a request is under way it serves on, and answers end their connections', async () => {
  const body = JSON.stringify({ content: sampleContent(6, 40 * 1024), name: 'slow' });
  const slow = await openByHand(body);
  slow.socket.write(body.slice(0, 20_000));
  await Bun.sleep(100);
  expect((await tenant.call('GET', '/config')).headers.get('connection')).not.toBe('close');
  server.signalStop();
  await waitFor('the signal to be heeded', () => server.stderr().includes('stopping'));
  const answer = await tenant.call('GET', '/config');
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  slow.socket.write(body.slice(20_000));
  await waitFor('the answer to the slow request', () => slow.received().includes('\r\n\r\n'));
  expect(slow.received()).toStartWith('HTTP/1.1 201');
  expect(await server.exited).toBe(0);
});

test('a body that never ends does not keep the server from stopping', async () => {
  const stuck = await openByHand('x'.repeat(1000));
  await Bun.sleep(100);
  expect(await server.stop()).toBe(0);
  stuck.socket.destroy();
  expectCleanDirectory();
});

test('a second signal while it is stopping changes nothing', async () => {
  server.signalStop();
  server.signalStop();
  expect(await server.exited).toBe(0);
  expectCleanDirectory();
});

test('a closed log pipe disturbs neither serving nor stopping', async () => {
  await server.closeLog();
  const broken = { headers: { 'content-type': 'application/json' }, body: '{' };
  expect((await tenant.call('POST', '/templates', broken)).status).toBe(400);
  expect((await tenant.call('GET', '/config')).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expectCleanDirectory();
});

test('of 50 writes at the moment of SIGTERM every acknowledged one is there', async () => {
  for (let round = 0; round < 3; round += 1) {
    const acknowledged: { id: string; name: string }[] = [];
    const writes = Array.from({ length: 50 }, async (_, n) => {
      const name = `round ${round}, no. ${n}`;
      const body = { content: sampleContent(n, 20 * 1024), name };
      const answer = await tenant.call('POST', '/templates', { body }).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push({ id: answer.body.data.id, name });
    });
    if (round > 0) await waitFor('an acknowledgement', () => acknowledged.length >= round);
    server.signalStop();
    await Promise.all(writes);
    expect(await server.exited).toBe(0);
    expectCleanDirectory();
    server = await startServer(place);
    tenant = await openTenant(server.url, credentials);
    for (const { id, name } of acknowledged) {
      expect((await tenant.call('GET', `/templates/${id}`)).body.data.name).toBe(name);
    }
  }
  expect((await askGalley(place, 'check')).faults).toEqual([]);
});

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { smallContent } from '../support/test-app.ts';
import { readRss } from './process-memory.ts';
import {
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

const READERS = 60;
const CONTENT_BYTES = 1_900_000;
const MAX_RSS_MB = 400;
/** Four contents are a page; more would not be sent. */
const SNAPSHOTS = 5;

let place: TestDirectory;
let server: Server;
let tenant: Tenant;
let template: string;
const sockets = new Set<Socket>();

beforeAll(async () => {
  const { place: made, first } = await createInitializedDirectory();
  place = made;
  server = await startServer(place);
  tenant = await openTenant(server.url, first);
  const created = await tenant.call('POST', '/templates', { body: { content: smallContent('Start') } });
  template = created.body.data.id;
  for (let serial = 0; serial < SNAPSHOTS; serial += 1) {
    const content = smallContent(`${serial} ${'words '.repeat(CONTENT_BYTES / 6)}`);
    const { status } = await tenant.call('POST', `/templates/${template}/snapshots`, {
      body: { content },
    });
    expect(status).toBe(201);
  }
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  place.remove();
});

/** Asks for something and reads the head of the answer only. */
async function startReading(path: string): Promise<{ status: number; head: string; socket: Socket }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  sockets.add(socket);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
    if (!text.includes('\r\n\r\n')) return;
    socket.pause();
    resolve(text);
  });
  socket.on('error', reject);
  socket.write(
    `GET ${tenant.base}${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tenant.token}\r\n\r\n`,
  );
  const head = await promise;
  return { status: Number(head.slice(9, 12)), head, socket };
}

test('HEAD tells the length of a large answer', async () => {
  const headers = { authorization: `Bearer ${tenant.token}` };
  const url = `${server.url}${tenant.base}/templates/${template}/snapshots`;
  const { byteLength } = await (await fetch(url, { headers })).bytes();
  const head = await fetch(url, { method: 'HEAD', headers });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(byteLength)]);
});

// The system tells the memory of a process in a file only there.
test.if(process.platform === 'linux')(
  'clients that do not read large answers leave the server small, and are told to wait beyond the budget',
  async () => {
    const history = `/templates/${template}/snapshots`;
    const readers = await Promise.all(Array.from({ length: READERS }, () => startReading(history)));
    const refused = readers.filter(({ status }) => status !== 200);
    expect(readRss(server.pid)).toBeLessThan(MAX_RSS_MB);
    // One tenant's share of 64 MB is 16 MB, and a list holds half a megabyte.
    expect(readers.length - refused.length).toBe(31);
    for (const { status, head } of refused) {
      expect(status).toBe(503);
      expect(head.toLowerCase()).toContain('retry-after: 5');
      expect(head).toContain('Too many large answers to this tenant');
    }
    // Small answers are served all the time.
    expect((await tenant.call('GET', `/templates/${template}`)).status).toBe(200);
    for (const { socket } of readers) socket.destroy();
    await waitFor('room for large answers', async () => (await tenant.call('GET', history)).status === 200);
    const { body } = await tenant.call('GET', history);
    expect(body.data.length).toBe(4);
    expect(JSON.stringify(body).length).toBeGreaterThan(4 * CONTENT_BYTES);
    expect(server.stderr()).not.toContain('"level":50');
  },
);

test('a client that does not read on is cut after half a minute, and makes room for others', async () => {
  const history = `/templates/${template}/snapshots`;
  const readers = await Promise.all(Array.from({ length: 40 }, () => startReading(history)));
  expect(readers.some(({ status }) => status === 503)).toBe(true);
  await waitFor('room for large answers', async () => (await tenant.call('GET', history)).status === 200);
});

import { connect, type Socket } from 'node:net';
import type { TenantClient } from './client.ts';
import type { Ledger } from './ledger.ts';
import { type Actor, create, makeContent, nextMark } from './templates.ts';

/** A tenant that asks for all it can, on many connections at once. */
const flood: Actor = async (client, ledger) => {
  const { lab } = client;
  const ids: string[] = [];
  const run = async () => {
    while (!lab.isOver) {
      const id = ids[lab.pick(ids.length)];
      if (id === undefined || (ids.length < 50 && lab.pick(50) === 0)) {
        const created = await create(client, ledger);
        if (created === undefined) await Bun.sleep(100);
        else ids.push(created);
      } else if (lab.pick(3) === 0) await client.call('flood export', 'POST', `/templates/${id}/export`);
      else await client.call('flood read', 'GET', `/templates/${id}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, run));
};

/** Connections without credentials, and clients that ask for large answers and do not read them. */
const stalledReaders: Actor = async (client, ledger) => {
  const { lab } = client;
  const id = await createLong(client, ledger);
  while (!lab.isOver) {
    await lab.whenUp();
    const reply = await client.call('history', 'GET', `/templates/${id}/snapshots?limit=1`);
    if (reply.kind === 'none') continue;
    const { hostname, port } = new URL(lab.url);
    const token = await client.call('config', 'GET', '/config').then(() => client.token);
    const sockets: Socket[] = Array.from({ length: 20 }, (_, n) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      const path =
        n % 2
          ? `${client.base}/templates/${id}/snapshots`
          : `/app/${client.credentials.project_id}?protocol=7`;
      const upgrade =
        n % 2
          ? ''
          : 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
      socket.write(`GET ${path} HTTP/1.1\r\nHost: soak\r\nAuthorization: Bearer ${token}\r\n${upgrade}\r\n`);
      socket.pause();
      lab.count('stalled reader', 'ok');
      return socket;
    });
    const { epoch } = lab;
    for (let waited = 0; waited < 100 && lab.epoch === epoch && lab.isUp && !lab.isOver; waited += 1)
      await Bun.sleep(100);
    for (const socket of sockets) socket.destroy();
  }
};

/** A template with a long history. */
async function createLong(client: TenantClient, ledger: Ledger): Promise<string> {
  for (;;) {
    const id = await create(client, ledger);
    if (id === undefined) continue;
    for (let n = 0; n < 10; n += 1)
      await client.call('snapshot', 'POST', `/templates/${id}/snapshots`, {
        body: { content: makeContent(client, nextMark(), 400) },
      });
    return id;
  }
}

/** Bodies that cost much to read, by path and with their type. */
const HOSTILE: readonly [path: string, body: () => string][] = [
  ['/api/v1/auth/token', () => `[${'0,'.repeat(2_000_000)}0]`],
  ['/api/v1/auth/token', () => '['.repeat(60_000)],
  ['/templates', () => `{"content":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ['/templates', () => `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join()}}`],
  ['/templates', () => `{"content":{"blocks":[${'{},'.repeat(100_000)}{}],"settings":{}}}`],
  ['/templates/import/from-html', () => JSON.stringify({ source: '<a '.repeat(300_000) })],
  ['/templates/import/from-html', () => JSON.stringify({ source: '<table><tr><td>'.repeat(30_000) })],
  ['/templates/import/from-mjml', () => JSON.stringify({ source: '<mj-section>'.repeat(50_000) })],
  ['/templates', () => 'no JSON'],
  ['/templates', () => '{"content":{"__proto__":{"x":1},"blocks":[],"settings":{}}}'],
];

const hostile: Actor = async (client) => {
  const { lab } = client;
  while (!lab.isOver) {
    const [path, makeBody] = HOSTILE[lab.pick(HOSTILE.length)] as (typeof HOSTILE)[number];
    await client.call('config', 'GET', '/config');
    await lab.whenUp();
    const { epoch } = lab;
    const url = lab.url + (path.startsWith('/api') ? path : client.base + path);
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
    const metFullDisk = lab.watchDisk();
    const started = performance.now();
    try {
      const response = await fetch(url, { method: 'POST', headers, body: makeBody() });
      const text = await response.text();
      lab.measure('hostile body', performance.now() - started);
      const isRefused =
        response.status < 500 ||
        (response.status === 503 && response.headers.has('retry-after')) ||
        (response.status === 507 && metFullDisk());
      if (!isRefused && lab.isUp && lab.epoch === epoch)
        lab.fail(`hostile body to ${path} → ${response.status} ${text.slice(0, 200)}`);
    } catch {
      // The server may close the connection before it has read the whole body.
      lab.count('hostile body', 'none');
    }
    await Bun.sleep(100 + lab.pick(400));
  }
};

export const HARMFUL: readonly Actor[] = [flood, stalledReaders, hostile];

import { connect, type Socket } from 'node:net';
import { formOf } from '../features/media/library.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import { channelOf, openSocket, type TestSocket } from '../realtime/rig.ts';
import { makePng } from '../support/make-pictures.ts';
import { signUser } from '../support/signed-user.ts';
import type { TenantClient } from './client.ts';
import type { Lab } from './lab.ts';
import type { KnownTemplate, Ledger } from './ledger.ts';

/** Kinds of load. Each runs until the soak is over, and survives that the server is killed. */
type Actor = (client: TenantClient, ledger: Ledger) => Promise<void>;

const MAX_COMMENTS = 15;

let marks = 0;
const nextMark = (): string => {
  marks += 1;
  return `mark ${marks}`;
};

/** A content with the tenant's canary in its text and the mark in its settings. */
function makeContent({ lab, canary }: TenantClient, mark: string, kilobytes = lab.pick(30) + 1) {
  const content = sampleContent(lab.pick(1_000), kilobytes * 1024);
  const first = { id: 'canary', type: 'paragraph', content: `<p>${canary}</p>` };
  return {
    ...content,
    blocks: [first, ...content.blocks],
    settings: { ...content.settings, preheaderText: mark },
  };
}

async function create(client: TenantClient, ledger: Ledger): Promise<string | undefined> {
  const mark = nextMark();
  const body = { name: client.canary, content: makeContent(client, mark) };
  const reply = await client.call('create', 'POST', '/templates', { body });
  if (reply.kind !== 'answer') return undefined;
  const { id, version } = reply.answer.body.data;
  ledger.created(client, id, version, mark);
  return id;
}

/** What an editor does with a template of its own. */
const EDITS: ((client: TenantClient, ledger: Ledger, id: string, known: KnownTemplate) => Promise<void>)[] = [
  async function update(client, ledger, id, known) {
    const mark = nextMark();
    known.unanswered.push(mark);
    const reply = await client.call('update', 'PUT', `/templates/${id}`, {
      body: { content: makeContent(client, mark) },
    });
    if (reply.kind === 'answer') ledger.changed(known, reply.answer.body.data.version, mark);
    if (reply.kind === 'throttled') known.unanswered.pop();
  },
  (_client, ledger, id) => ledger.checkTemplate(id),
  async function comment(client, ledger, id, known) {
    if (known.comments.size >= MAX_COMMENTS) return;
    const body = { body: `${client.canary} ${nextMark()}`, ...signUser(client.credentials.signing_key) };
    const reply = await client.call('comment', 'POST', `/templates/${id}/comments`, { body });
    if (reply.kind !== 'answer') return;
    known.comments.add(reply.answer.body.data.id);
    ledger.acknowledged += 1;
  },
  async function exportMail(client, _ledger, id) {
    const reply = await client.call('export', 'POST', `/templates/${id}/export`);
    if (reply.kind === 'answer' && !reply.answer.body.data.html.includes(client.canary))
      client.lab.fail(`the export of ${id} has another text`);
  },
  async function snapshot(client, _ledger, id) {
    await client.call('snapshot', 'POST', `/templates/${id}/snapshots`);
    await client.call('history', 'GET', `/templates/${id}/snapshots?limit=5`);
  },
  async function list(client) {
    await client.call('list', 'GET', '/templates');
  },
];

const editor: Actor = async (client, ledger) => {
  const { lab } = client;
  const own: string[] = [];
  while (!lab.isOver) {
    const id = own[lab.pick(own.length)];
    const known = id === undefined ? undefined : ledger.templates.get(id);
    if (id === undefined || known === undefined || lab.pick(8) === 0) {
      const created = await create(client, ledger);
      if (created !== undefined) own.push(created);
    } else if (lab.pick(40) === 0) {
      own.splice(own.indexOf(id), 1);
      known.mayBeDeleted = true;
      const reply = await client.call('delete', 'DELETE', `/templates/${id}`);
      if (reply.kind === 'answer') known.isDeleted = true;
      if (reply.kind === 'throttled') known.mayBeDeleted = false;
    } else await EDITS[lab.pick(EDITS.length)]?.(client, ledger, id, known);
    await Bun.sleep(lab.pick(60));
  }
};

const agent: Actor = async (client, ledger) => {
  const { lab } = client;
  // The first token creates the tenant, agents cannot.
  await client.call('config', 'GET', '/config');
  while (!lab.isOver) {
    const mark = nextMark();
    const content = makeContent(client, mark, 2);
    const created = await client.callTool('create-template', { name: client.canary, content });
    if (created === undefined) continue;
    const { id, version } = created;
    const known = ledger.created(client, id, version, mark);
    for (let round = 0; round < 5 && !lab.isOver; round += 1) {
      const changed = nextMark();
      known.unanswered.push(changed);
      const operations = [{ op: 'update_settings', fields: { preheaderText: changed } }];
      const result = await client.callTool('update-template', { template_id: id, operations });
      if (result !== undefined) ledger.changed(known, result.version, changed);
      await client.callTool('get-template', { template_id: id });
      if (round === 4) await client.callTool('score-template', { template_id: id });
      await Bun.sleep(lab.pick(150));
    }
    await ledger.checkTemplate(id);
  }
};

const importer: Actor = async (client, ledger) => {
  const { lab } = client;
  while (!lab.isOver) {
    const text = `${client.canary} ${nextMark()}`;
    const isMjml = lab.pick(2) === 0;
    const body = isMjml
      ? {
          source: `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`,
        }
      : { source: `<html><body><table><tr><td><h1>${text}</h1><p>Text</p></td></tr></table></body></html>` };
    const path = `/templates/import/from-${isMjml ? 'mjml' : 'html'}`;
    const reply = await client.call('import', 'POST', path, { body });
    const id = reply.kind === 'answer' ? reply.answer.body.data.template?.id : undefined;
    if (id !== undefined) {
      const read = await client.call('read import', 'GET', `/templates/${id}`);
      if (read.kind === 'answer' && !read.answer.text.includes(text))
        lab.fail(`import ${id} has another text`);
      else ledger.acknowledged += 1;
    }
    await Bun.sleep(lab.pick(300));
  }
};

const uploader: Actor = async (client, ledger) => {
  const { lab } = client;
  while (!lab.isOver) {
    const [red, green] = [lab.pick(256), lab.pick(256)];
    const picture = makePng(80, 80, (x, y) => [red, green, (x * y) & 255, 255]);
    const reply = await client.call('upload', 'POST', '/media/upload', {
      form: formOf(picture, `${client.canary}.png`),
    });
    if (reply.kind === 'answer') {
      const { id, url } = reply.answer.body.data;
      ledger.files.set(id, { owner: client, url: lab.url + new URL(url).pathname, hash: undefined });
      ledger.acknowledged += 1;
      await ledger.checkFile(id);
    }
    await client.call('browse', 'GET', '/media/browse');
    await Bun.sleep(lab.pick(400));
  }
};

/** Two people with a template open, who send each other what they change. */
const pair: Actor = async (client, ledger) => {
  const { lab } = client;
  while (!lab.isOver) {
    await lab.whenUp();
    const { epoch } = lab;
    const sockets: TestSocket[] = [];
    try {
      const id = await create(client, ledger);
      if (id === undefined) continue;
      for (const user of ['u1', 'u2']) sockets.push(await enter(client, id, user));
      const [one, other] = sockets as [TestSocket, TestSocket];
      for (let n = 0; n < 200 && !lab.isOver; n += 1) {
        const started = performance.now();
        const data = { operation: 'update_block', data: { text: client.canary, n } };
        one.send({ event: 'client-operation', channel: channelOf(id), data });
        const heard = await other.next('client-operation');
        lab.measure('realtime message', performance.now() - started);
        if (heard.data.data.n !== n) lab.fail(`message ${n} arrived as ${heard.text}`);
        await Bun.sleep(lab.pick(50));
      }
    } catch (error) {
      if (lab.isUp && lab.epoch === epoch && !lab.isOver) lab.fail(`realtime of ${client.slug}: ${error}`);
      await Bun.sleep(50);
    } finally {
      for (const socket of sockets) {
        for (const { text } of socket.received) client.checkCanaries('realtime', text);
        socket.close();
      }
    }
  }
};

async function enter(client: TenantClient, templateId: string, user: string): Promise<TestSocket> {
  const { lab, credentials } = client;
  const port = Number(new URL(lab.url).port);
  const socket = await openSocket({ port }, credentials.project_id);
  const channel = channelOf(templateId);
  const body = { socket_id: socket.id, channel_name: channel, ...signUser(credentials.signing_key, user) };
  const reply = await client.call('authorize channel', 'POST', '/broadcasting/auth', { body });
  if (reply.kind !== 'answer') throw new Error('no authorization');
  socket.send({ event: 'pusher:subscribe', data: { channel, ...reply.answer.body } });
  await socket.next('pusher_internal:subscription_succeeded');
  return socket;
}

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
    const started = performance.now();
    try {
      const response = await fetch(url, { method: 'POST', headers, body: makeBody() });
      const text = await response.text();
      lab.measure('hostile body', performance.now() - started);
      const isRefused =
        response.status < 500 || (response.status === 503 && response.headers.has('retry-after'));
      if (!isRefused && lab.isUp && lab.epoch === epoch)
        lab.fail(`hostile body to ${path} → ${response.status} ${text.slice(0, 200)}`);
    } catch {
      // The server may close the connection before it has read the whole body.
      lab.count('hostile body', 'none');
    }
    await Bun.sleep(100 + lab.pick(400));
  }
};

/** Asks for templates of other tenants in every way. None may be found. */
const outsider: Actor = async (client, ledger) => {
  const { lab } = client;
  while (!lab.isOver) {
    await Bun.sleep(50 + lab.pick(100));
    const foreign = [...ledger.templates].filter(([, known]) => known.owner !== client);
    const [id, known] = foreign[lab.pick(foreign.length)] ?? [];
    if (id === undefined || known === undefined) continue;
    const options = { allow: [404, 422] };
    const body = { body: { name: 'taken', content: { blocks: [], settings: {} } }, ...options };
    const tries = [
      () => client.call('outsider', 'GET', `/templates/${id}`, options),
      () => client.call('outsider', 'PUT', `/templates/${id}`, body),
      () => client.call('outsider', 'DELETE', `/templates/${id}`, options),
      () => client.call('outsider', 'POST', `/templates/${id}/export`, options),
      () => client.call('outsider', 'GET', `/../${known.owner.slug}/templates/${id}`, options),
      () =>
        client.call('outsider', 'POST', '/broadcasting/auth', {
          body: {
            socket_id: '1.2',
            channel_name: channelOf(id),
            ...signUser(client.credentials.signing_key),
          },
          ...options,
        }),
    ];
    const reply = await tries[lab.pick(tries.length)]?.();
    if (reply?.kind === 'answer' && reply.answer.status < 300)
      lab.fail(`LEAK: ${client.slug} reached template ${id} of ${known.owner.slug}`);
  }
};

/** Asks for the health all the time, which shows how long the server does not answer. */
export async function watchHealth(lab: Lab): Promise<void> {
  while (!lab.isOver) {
    await lab.whenUp();
    const { epoch } = lab;
    const started = performance.now();
    try {
      const { status } = await fetch(`${lab.url}/api/v1/health`);
      lab.measure('health', performance.now() - started);
      if (status !== 200 && lab.isUp && lab.epoch === epoch) lab.fail(`health answered ${status}`);
      lab.readMemory();
    } catch (error) {
      if (lab.isUp && lab.epoch === epoch) lab.fail(`health: ${error}`);
    }
    await Bun.sleep(100);
  }
}

export const HONEST: readonly Actor[] = [editor, editor, agent, importer, uploader, pair, outsider];
export const HARMFUL: readonly Actor[] = [flood, stalledReaders, hostile];

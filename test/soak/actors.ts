import { formOf } from '../features/media/library.ts';
import { channelOf, openSocket, type TestSocket } from '../realtime/rig.ts';
import { makePng } from '../support/make-pictures.ts';
import { signUser } from '../support/signed-user.ts';
import type { TenantClient } from './client.ts';
import type { Lab } from './lab.ts';
import type { KnownTemplate, Ledger } from './ledger.ts';
import { type Actor, create, makeContent, nextMark } from './templates.ts';

const MAX_COMMENTS = 15;

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
        const updates = { content: `<p>${client.canary} ${n}</p>` };
        const data = { operation: 'update_block', data: { block_id: 'canary', updates } };
        one.send({ event: 'client-operation', channel: channelOf(id), data });
        const heard = await other.next('client-operation');
        lab.measure('realtime message', performance.now() - started);
        if (heard.data.data.updates.content !== updates.content)
          lab.fail(`message ${n} arrived as ${heard.text}`);
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
  // A server that stops accepts connections for a moment, and ends them at once.
  if (socket.id === '') throw new Error('the connection was ended before it was established');
  const channel = channelOf(templateId);
  const body = { socket_id: socket.id, channel_name: channel, ...signUser(credentials.signing_key, user) };
  const reply = await client.call('authorize channel', 'POST', '/broadcasting/auth', { body });
  if (reply.kind !== 'answer') throw new Error('no authorization');
  socket.send({ event: 'pusher:subscribe', data: { channel, ...reply.answer.body } });
  await socket.next('pusher_internal:subscription_succeeded');
  // The room has its page by now.
  await socket.settle();
  return socket;
}

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

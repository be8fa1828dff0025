import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { connect } from 'node:net';
import { openSocket } from '../realtime/rig.ts';
import { signUser } from '../support/signed-user.ts';
import { smallContent } from '../support/test-app.ts';
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

type First = Credentials & { project_id: string; signing_key: string };

let place: TestDirectory;
let server: Server;
let tenant: Tenant;
let first: First;

beforeEach(async () => {
  ({ place, first } = await createInitializedDirectory());
  server = await startServer(place, [], { GALLEY_REALTIME_SOCKETS: '50' });
  tenant = await openTenant(server.url, first);
});
afterEach(async () => {
  await server.kill();
  place.remove();
});

const rig = () => ({ port: Number(new URL(server.url).port) });

async function enter(templateId: string, userId: string, project = first, owner = tenant) {
  const socket = await openSocket(rig(), project.project_id);
  const channel = `presence-template.${templateId}`;
  const body = { socket_id: socket.id, channel_name: channel, ...signUser(project.signing_key, userId) };
  const pass = await owner.call('POST', '/broadcasting/auth', { body });
  socket.send({ event: 'pusher:subscribe', data: { channel, ...pass.body } });
  await socket.next('pusher_internal:subscription_succeeded');
  // The room has its page by now.
  await socket.settle();
  return socket;
}

test('two people work in the executable, a program changes the template, and a stop sends them back', async () => {
  const created = await tenant.call('POST', '/templates', { body: { content: smallContent() } });
  const { id } = created.body.data;
  const [ada, bob] = [await enter(id, 'u1'), await enter(id, 'u2')];
  const operation = { operation: 'update_block', data: { block_id: 'b1', updates: { content: 'Ada' } } };
  ada.send({ event: 'client-operation', data: operation, channel: `presence-template.${id}` });
  expect((await bob.next('client-operation')).data).toMatchObject(operation);
  await tenant.call('PUT', `/templates/${id}`, { body: { content: smallContent('Changed') } });
  for (const editor of [ada, bob]) {
    expect((await editor.next('mcp-operation')).data).toMatchObject({
      operation: 'update_block',
      data: { block_id: 'b1', updates: { content: '<p>Changed</p>' } },
    });
  }
  const stopped = server.stop();
  for (const editor of [ada, bob]) expect(await editor.closed).toMatchObject({ code: 4101 });
  expect(await stopped).toBe(0);
});

const commands: [args: string, list: () => string[], code: number, isForOthers: boolean][] = [
  ['token-key rotate --revoke', () => ['token-key', 'rotate', '--revoke'], 4200, true],
  ['project rotate-secret --now', () => ['project', 'rotate-secret', first.project_id, '--now'], 4200, false],
  ['project rotate-signing-key', () => ['project', 'rotate-signing-key', first.project_id], 4200, false],
  ['project set-plan', () => ['project', 'set-plan', first.project_id, 'starter'], 4200, false],
  [
    'tenant delete',
    () => ['tenant', 'delete', '--project', first.project_id, '--yes', 'default'],
    4009,
    false,
  ],
  ['project delete', () => ['project', 'delete', first.project_id, '--yes'], 4001, false],
];

test.each(commands)(
  'galley %s beside the server ends connections',
  async (_args, list, code, isForOthers) => {
    const created = await tenant.call('POST', '/templates', { body: { content: smallContent() } });
    const ada = await enter(created.body.data.id, 'u1');
    const other = await askGalley(place, 'project', 'create', '--name', 'Other');
    const otherTenant = await openTenant(server.url, other);
    const theirs = await otherTenant.call('POST', '/templates', { body: { content: smallContent() } });
    const eve = await enter(theirs.body.data.id, 'u1', { ...other, project_id: other.id }, otherTenant);
    await askGalley(place, ...list());
    expect(await ada.closed).toMatchObject({ code });
    if (isForOthers) expect(await eve.closed).toMatchObject({ code });
    else await eve.settle();
    eve.close();
  },
);

test('a storm of connections, whole, half and nonsense, leaves it answering', async () => {
  const sockets = await Promise.all(Array.from({ length: 120 }, () => openSocket(rig(), first.project_id)));
  await waitFor('the others to give way', () => sockets.filter((socket) => socket.isOpen()).length === 50);
  const others = sockets.filter((socket) => !socket.isOpen());
  for (const socket of others) expect(await socket.closed).toMatchObject({ code: 4100 });
  const halves = Array.from({ length: 100 }, () => connect(rig().port, '127.0.0.1'));
  for (const [n, half] of halves.entries()) {
    half.on('error', () => {});
    half.write(
      `GET /app/${first.project_id}?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n${n % 2 ? '' : '\r\n'}`,
    );
  }
  for (const socket of sockets) socket.close();
  await Promise.all(sockets.map((socket) => socket.closed));
  for (const half of halves) half.destroy();
  const again = await openSocket(rig(), first.project_id);
  expect(again.id).not.toBe('');
  expect((await tenant.call('GET', '/config')).status).toBe(200);
});

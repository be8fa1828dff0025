import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { connect } from 'node:net';
import { openSocket } from '../realtime/rig.ts';
import { signUser } from '../support/signed-user.ts';
import { smallContent } from '../support/test-app.ts';
import {
  type Credentials,
  createInitializedPlace,
  GUARD_MS,
  openTenant,
  type Place,
  type Server,
  startServer,
  type Tenant,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

type First = Credentials & { project_id: string; signing_key: string };

let place: Place;
let server: Server;
let tenant: Tenant;
let first: First;

beforeEach(async () => {
  ({ place, first } = await createInitializedPlace());
  server = await startServer(place, [], { GALLEY_REALTIME_SOCKETS: '50' });
  tenant = await openTenant(server.url, first);
});
afterEach(async () => {
  await server.kill();
  place.remove();
});

const rig = () => ({ port: Number(new URL(server.url).port) });

async function enter(templateId: string, userId: string) {
  const socket = await openSocket(rig(), first.project_id);
  const channel = `presence-template.${templateId}`;
  const body = { socket_id: socket.id, channel_name: channel, ...signUser(first.signing_key, userId) };
  const pass = await tenant.call('POST', '/broadcasting/auth', { body });
  socket.send({ event: 'pusher:subscribe', data: { channel, ...pass.body } });
  await socket.next('pusher_internal:subscription_succeeded');
  return socket;
}

test('two people work in the executable, a program changes the template, and a stop sends them back', async () => {
  const created = await tenant.call('POST', '/templates', { body: { content: smallContent() } });
  const { id } = created.body.data;
  const [ada, bob] = [await enter(id, 'u1'), await enter(id, 'u2')];
  ada.send({ event: 'client-operation', data: { n: 1 }, channel: `presence-template.${id}` });
  expect((await bob.next('client-operation')).data).toEqual({ n: 1 });
  await tenant.call('PUT', `/templates/${id}`, { body: { content: smallContent('Changed') } });
  for (const editor of [ada, bob]) {
    expect((await editor.next('mcp-operation')).data).toMatchObject({
      operation: 'update_block',
      data: { block_id: 'b1', updates: { content: '<p>Changed</p>' } },
    });
  }
  const stopped = server.stop();
  for (const editor of [ada, bob]) expect(await editor.closed).toMatchObject({ code: 4200 });
  expect(await stopped).toBe(0);
});

test('a storm of connections, whole, half and nonsense, leaves it answering', async () => {
  const sockets = await Promise.all(Array.from({ length: 120 }, () => openSocket(rig(), first.project_id)));
  expect(sockets.filter((socket) => socket.isOpen() && socket.id !== '')).toHaveLength(50);
  const refused = sockets.filter((socket) => socket.id === '');
  for (const socket of refused) expect(await socket.closed).toMatchObject({ code: 4004 });
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

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createApiKey, revokeApiKey, rotateTokenKey } from '../../src/features/access/index.ts';
import { deleteProject } from '../../src/features/instance/index.ts';
import {
  addProjectOrigin,
  createProject,
  deleteTenant,
  moveTenant,
  removeProjectOrigin,
  renameProject,
  rotateClientSecret,
  rotateSigningKey,
  setProjectPlan,
  setTenantPlan,
  suspendProject,
  updateTenant,
} from '../../src/features/projects/index.ts';
import { type AnyOperation, perform } from '../../src/platform/operation.ts';
import { signUser } from '../support/signed-user.ts';
import { adminScope, smallContent } from '../support/test-app.ts';
import {
  callTool,
  channelOf,
  openSocket,
  openTemplate,
  type Rig,
  startRig,
  stopRig,
  type TestSocket,
} from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const ask = (operation: AnyOperation, input: object) =>
  perform(operation, rig.deps, adminScope, input as never) as Promise<never>;

interface Project {
  id: string;
  client_id: string;
  client_secret: string;
  signing_key: string;
}

let projects = 0;
const makeProject = async (): Promise<Project> => {
  projects += 1;
  return ask(createProject, { name: `Project ${projects}` });
};

/** An editor in the channel of a new template. */
async function openEditor(project: Project, tenant: string, headers: Record<string, string> = {}) {
  const { client_id, client_secret, signing_key, id: projectId } = project;
  const { token } = await rig.exchangeToken(tenant, { client_id, client_secret });
  const base = `/api/v1/projects/${projectId}/tenants/${tenant}`;
  const request = (method: string, path: string, body?: unknown) =>
    rig.request(method, base + path, { token, body });
  const created = await request('POST', '/templates', { content: smallContent() });
  const templateId = created.body.data.id as string;
  const channel = channelOf(templateId);
  const socket = await openSocket(rig, projectId, undefined, headers);
  const user = signUser(signing_key, 'u1');
  const pass = await request('POST', '/broadcasting/auth', {
    socket_id: socket.id,
    channel_name: channel,
    ...user,
  });
  expect(pass.status).toBe(200);
  const subscribe = () => socket.send({ event: 'pusher:subscribe', data: { channel, ...pass.body } });
  subscribe();
  await socket.next('pusher_internal:subscription_succeeded');
  return { socket, tenant, templateId, channel, request, subscribe };
}

/** Editors of two projects, and a socket without credentials. */
async function populate(origins: readonly string[] = []) {
  const [own, foreign] = [await makeProject(), await makeProject()];
  for (const origin of origins) await ask(addProjectOrigin, { project_id: own.id, origin });
  const editors = {
    first: await openEditor(own, 'one', { origin: 'https://first.example' }),
    second: await openEditor(own, 'one'),
    otherTenant: await openEditor(own, 'two', { origin: 'https://two.example' }),
    otherProject: await openEditor(foreign, 'one', { origin: 'https://first.example' }),
  };
  const stranger = await openSocket(rig, own.id);
  return { own, ...editors, stranger };
}

type World = Awaited<ReturnType<typeof populate>>;
type Name = 'first' | 'second' | 'otherTenant' | 'otherProject' | 'stranger';
const NAMES: readonly Name[] = ['first', 'second', 'otherTenant', 'otherProject', 'stranger'];
const socketOf = (world: World, name: Name): TestSocket =>
  name === 'stranger' ? world.stranger : world[name].socket;

const OWN: Partial<Record<Name, number>> = { first: 4200, second: 4200, otherTenant: 4200 };

/** What ends, and the codes with which sockets are closed. All others must stay in their channels. */
const endings: [
  what: string,
  end: (world: World) => Promise<unknown>,
  closed: Partial<Record<Name, number>>,
  origins?: readonly string[],
][] = [
  [
    'another name of the project',
    ({ own }) => ask(renameProject, { project_id: own.id, name: `New ${own.id}` }),
    {},
  ],
  [
    'a plan without collaboration',
    ({ own }) => ask(setProjectPlan, { project_id: own.id, plan: 'growth' }),
    OWN,
  ],
  [
    'a tenant’s plan without collaboration',
    ({ own }) => ask(setTenantPlan, { project_id: own.id, tenant: 'one', plan: 'growth' }),
    { first: 4200, second: 4200 },
  ],
  [
    'a project’s plan without collaboration, where a tenant has it',
    async ({ own }) => {
      const change = { features: { collaboration: true } };
      await ask(setTenantPlan, { project_id: own.id, tenant: 'two', change });
      await ask(setProjectPlan, { project_id: own.id, plan: 'growth' });
    },
    { first: 4200, second: 4200 },
  ],
  ['a new token key', () => ask(rotateTokenKey, {}), {}],
  [
    'a new token key that revokes the others',
    () => ask(rotateTokenKey, { revoke: true }),
    { ...OWN, otherProject: 4200 },
  ],
  [
    'a new client secret beside the old one',
    ({ own }) => ask(rotateClientSecret, { project_id: own.id }),
    {},
  ],
  [
    'a new client secret that ends the old one',
    ({ own }) => ask(rotateClientSecret, { project_id: own.id, overlap_seconds: 0 }),
    OWN,
  ],
  ['a new signing key', ({ own }) => ask(rotateSigningKey, { project_id: own.id }), OWN],
  [
    'the suspension of a tenant from changes',
    ({ own }) => ask(updateTenant, { project_id: own.id, tenant: 'one', suspended: 'read_only' }),
    { first: 4200, second: 4200 },
  ],
  [
    'the suspension of a tenant from everything',
    ({ own }) => ask(updateTenant, { project_id: own.id, tenant: 'one', suspended: 'blocked' }),
    { first: 4009, second: 4009 },
  ],
  [
    'the suspension of a project from changes',
    ({ own }) => ask(suspendProject, { project_id: own.id, suspended: 'read_only' }),
    OWN,
  ],
  [
    'the suspension of a project from everything',
    ({ own }) => ask(suspendProject, { project_id: own.id, suspended: 'blocked' }),
    { first: 4001, second: 4001, otherTenant: 4001, stranger: 4001 },
  ],
  [
    'another name of a tenant',
    ({ own }) => ask(updateTenant, { project_id: own.id, tenant: 'one', name: 'One' }),
    {},
  ],
  [
    'the move of a tenant to another project',
    async ({ own }) => {
      const target = await makeProject();
      await ask(moveTenant, { project_id: own.id, tenant: 'one', to_project_id: target.id });
    },
    { first: 4009, second: 4009 },
  ],
  [
    'the deletion of a tenant',
    ({ own }) => ask(deleteTenant, { project_id: own.id, tenant: 'one' }),
    { first: 4009, second: 4009 },
  ],
  [
    'the deletion of the project',
    ({ own }) => ask(deleteProject, { project_id: own.id }),
    { first: 4001, second: 4001, otherTenant: 4001, stranger: 4001 },
  ],
  [
    'an origin that is added, without the page’s own',
    ({ own }) => ask(addProjectOrigin, { project_id: own.id, origin: 'https://two.example' }),
    { first: 4200 },
  ],
  [
    'the removal of an origin',
    ({ own }) => ask(removeProjectOrigin, { project_id: own.id, origin: 'https://first.example' }),
    { first: 4200 },
    ['https://first.example', 'https://two.example'],
  ],
  [
    'the deletion of another template',
    async ({ own }) => {
      const other = await openEditor(own, 'one');
      await other.request('DELETE', `/templates/${other.templateId}`);
      await other.socket.next('pusher:subscription_error');
    },
    {},
  ],
];

describe('sockets end with their access', () => {
  const rows = endings.map(([what, end, closed, origins = []]) => [what, end, closed, origins] as const);
  test.each(rows)('%s', async (_what, end, closed, origins) => {
    const world = await populate(origins);
    await end(world);
    for (const name of NAMES) {
      const socket = socketOf(world, name);
      const code = closed[name];
      if (code !== undefined) {
        expect([name, await socket.closed]).toMatchObject([name, { code }]);
        continue;
      }
      await socket.settle();
      expect([name, socket.isOpen()]).toEqual([name, true]);
      expect(socket.received.filter(({ event }) => event.endsWith('error'))).toEqual([]);
      if (name === 'stranger') continue;
      // It still hears what happens in its channel.
      const { channel, templateId, request } = world[name];
      const saved = await request('PUT', `/templates/${templateId}`, { content: smallContent('Changed') });
      expect(saved.status).toBe(200);
      expect((await socket.next('mcp-operation')).channel).toBe(channel);
    }
    for (const name of NAMES) socketOf(world, name).close();
  });
});

describe('a deleted template', () => {
  test('ends its channel for all, and no earlier authorization opens it again', async () => {
    const world = await populate();
    const { first, second } = world;
    expect((await first.request('DELETE', `/templates/${first.templateId}`)).status).toBe(204);
    const refused = await first.socket.next('pusher:subscription_error');
    expect(refused).toMatchObject({ channel: first.channel, data: { type: 'AuthError', status: 404 } });
    first.subscribe();
    expect((await first.socket.next('pusher:subscription_error')).data.status).toBe(401);
    first.socket.send({ event: 'client-operation', channel: first.channel, data: {} });
    expect((await first.socket.next('pusher:error')).data.code).toBe(4301);
    await second.socket.settle();
    expect(second.socket.received.map(({ event }) => event)).not.toContain('pusher:subscription_error');
    for (const name of NAMES) socketOf(world, name).close();
  });
});

describe('an authorization that access overtakes', () => {
  const overtaken: [
    what: string,
    end: (project: Project, templateId: string) => Promise<unknown>,
    status: number,
  ][] = [
    ['a revoked token', () => ask(rotateTokenKey, { revoke: true }), 401],
    ['a lost plan', ({ id }) => ask(setProjectPlan, { project_id: id, plan: 'growth' }), 403],
    ['a deleted tenant', ({ id }) => ask(deleteTenant, { project_id: id, tenant: 'one' }), 404],
  ];
  test.each(overtaken)('%s is noticed although the body comes late', async (_what, end, status) => {
    const project = await makeProject();
    const editor = await openEditor(project, 'one');
    const { client_id, client_secret } = project;
    const { token } = await rig.exchangeToken('one', { client_id, client_secret });
    // Verified here, so that the request below has its scope when the access ends.
    await rig.request('GET', `/api/v1/projects/${project.id}/tenants/one/config`, { token });
    const socket = await openSocket(rig, project.id);
    const text = JSON.stringify({
      socket_id: socket.id,
      channel_name: editor.channel,
      ...signUser(project.signing_key, 'u1'),
    });
    const ended = Promise.withResolvers<void>();
    const body = new ReadableStream(
      {
        async pull(controller) {
          await ended.promise;
          controller.enqueue(new TextEncoder().encode(text));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const path = `/api/v1/projects/${project.id}/tenants/one/broadcasting/auth`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = rig.http.handle(new Request(`http://localhost${path}`, { method: 'POST', headers, body }));
    await end(project, editor.templateId);
    ended.resolve();
    expect((await answer).status).toBe(status);
    socket.close();
  });
});

test('an agent whose key is revoked leaves the channels at once', async () => {
  const template = await openTemplate(rig);
  const ada = await template.enter('u1');
  const key = (await ask(createApiKey, { name: 'Agent' })) as { id: string; api_key: string };
  await callTool(rig, 'get-template', { template_id: template.id }, 'default', key.api_key);
  const { data } = await ada.next('pusher_internal:member_added');
  expect(data.user_id).toBe(`agent:${key.id}`);
  await ask(revokeApiKey, { id: key.id });
  expect((await ada.next('pusher_internal:member_removed')).data).toEqual({ user_id: `agent:${key.id}` });
  const bob = await template.enter('u2');
  const [joined] = bob.received.filter(({ event }) => event.endsWith('subscription_succeeded'));
  expect(joined?.data.presence.ids).toEqual(['u1', 'u2']);
});

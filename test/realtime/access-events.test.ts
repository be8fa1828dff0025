import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { rotateTokenKey } from '../../src/features/access/index.ts';
import { deleteProject } from '../../src/features/instance/index.ts';
import {
  addProjectOrigin,
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
import type { AnyOperation } from '../../src/platform/operation.ts';
import { smallContent } from '../support/test-app.ts';
import { askOperator, makeProject, openEditor } from './project-editor.ts';
import { openSocket, type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const ask = (operation: AnyOperation, input: object) => askOperator(rig, operation, input);

/** Editors of two projects, and a socket without credentials. */
async function populate(origins: readonly string[] = []) {
  const [own, foreign] = [await makeProject(rig), await makeProject(rig)];
  for (const origin of origins) await ask(addProjectOrigin, { project_id: own.id, origin });
  const editors = {
    first: await openEditor(rig, own, 'one', { origin: 'https://first.example' }),
    second: await openEditor(rig, own, 'one'),
    otherTenant: await openEditor(rig, own, 'two', { origin: 'https://two.example' }),
    otherProject: await openEditor(rig, foreign, 'one', { origin: 'https://first.example' }),
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
      const target = await makeProject(rig);
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
      const other = await openEditor(rig, own, 'one');
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

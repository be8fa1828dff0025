import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Connection, callTool, FLAVOURS, type Flavour, useTool } from './mcp-clients.ts';
import { NEWSLETTER, TOOL_NAMES } from './mcp-newsletter.ts';
import { reachProcess } from './mcp-process.ts';
import {
  askGalley,
  type Credentials,
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  type Server,
  startServer,
  type TestDirectory,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

const [v1, pinned] = FLAVOURS as [Flavour, Flavour];

let place: TestDirectory;
let first: Credentials & { project_id: string };
const connections: Connection[] = [];

beforeEach(async () => {
  ({ place, first } = await createInitializedDirectory());
});
afterEach(async () => {
  await Promise.all(connections.splice(0).map(({ client }) => client.close()));
  place.remove();
});

async function connect(flavour: Flavour, ...args: string[]): Promise<Connection> {
  const connection = await flavour.connect(reachProcess(place, first.project_id, ...args));
  connections.push(connection);
  return connection;
}

/** Starts a server as soon as no process holds the data any more. */
async function startServerWhenFree(): Promise<Server> {
  let server: Server | undefined;
  await waitFor('the data to be free', async () => {
    try {
      server = await startServer(place);
      return true;
    } catch (error) {
      if (!String(error).includes('Another Galley')) throw error;
      return false;
    }
  });
  return server as Server;
}

const create = ({ client }: Connection, name: string) =>
  useTool(client, 'create-template', { name, content: NEWSLETTER });

async function listNames(connection: Connection): Promise<string[]> {
  const { items } = await useTool(connection.client, 'list-templates', { sort: 'oldest' });
  return items.map(({ name }: { name: string }) => name);
}

async function listNamesOverRest(server: Server): Promise<string[]> {
  const tenant = await openTenant(server.url, first);
  const { data } = (await tenant.call('GET', '/templates?sort=oldest')).body;
  return data.map(({ name }: { name: string }) => name);
}

describe.each(FLAVOURS.map((flavour) => [flavour.label, flavour] as const))('%s', (_label, flavour) => {
  test('has the same tools over a process, without a server', async () => {
    const connection = await connect(flavour, '--agent', 'Copilot');
    const { client, faults, stderr } = connection;
    expect(connection.revision ?? flavour.revision).toBe(flavour.revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'galley' });
    expect(client.getInstructions()).toContain('update-template');
    const { tools } = await client.listTools();
    expect(tools.map((tool: { name: string }) => tool.name)).toEqual(TOOL_NAMES);
    const { contents } = await client.readResource({ uri: 'service://schema/blocks' });
    expect(contents[0].text).toContain('type: "section"');

    const { id } = await create(connection, 'Spring');
    const ref = { type: 'ref/prompt', name: 'review-template' };
    const { completion } = await client.complete({ ref, argument: { name: 'template_id', value: 'spr' } });
    expect(completion.values).toEqual([id]);
    const operations = [{ op: 'update', all_of_type: 'button', fields: { text: 'Go' } }];
    const change = { template_id: id, expected_version: 1, operations };
    expect(await useTool(client, 'update-template', change)).toMatchObject({ version: 2 });
    const late = await callTool(client, 'update-template', change);
    expect(late).toMatchObject({ isError: true, data: undefined });
    expect(late.text).toContain('"current_version":2');
    const { content } = await useTool(client, 'get-template', { template_id: id });
    expect(content.blocks[3]).toMatchObject({ type: 'button', text: 'Go' });
    await useTool(client, 'delete-template', { template_id: id });
    const gone = await callTool(client, 'get-template', { template_id: id });
    expect(gone).toMatchObject({ isError: true, message: 'Template not found.' });
    expect({ faults, stderr: stderr() }).toEqual({ faults: [], stderr: '' });

    const { items } = await askGalley(place, 'audit');
    const { name, version } = flavour.info;
    const common = { key_id: 'stdio', key_name: 'Copilot', client: `${name}/${version}` };
    expect(items).toMatchObject(
      [
        ['get-template', 'not_found'],
        ['delete-template', 'ok'],
        ['get-template', 'ok'],
        ['update-template', 'version_conflict'],
        ['update-template', 'ok'],
        ['create-template', 'ok'],
      ].map(([tool, outcome]) => ({ ...common, tool, outcome, template_id: id })),
    );
  });

  test('works through the server that holds the data', async () => {
    const server = await startServer(place);
    const tenant = await openTenant(server.url, first);
    const connection = await connect(flavour);
    const { id } = await create(connection, 'Through the server');
    const { data } = (await tenant.call('GET', `/templates/${id}`)).body;
    expect(data).toMatchObject({ name: 'Through the server', content: { blocks: NEWSLETTER.blocks } });
    await tenant.call('PUT', `/templates/${id}`, { body: { name: 'Renamed over REST' } });
    expect(await listNames(connection)).toEqual(['Renamed over REST']);
    expect(await server.stop()).toBe(0);
  });
});

describe('a process that lives long', () => {
  test('lets a server be started, goes through it, and goes on without it', async () => {
    const connection = await connect(pinned);
    await create(connection, 'Before the server');
    const server = await startServerWhenFree();
    await create(connection, 'Beside the server');
    expect(await listNamesOverRest(server)).toEqual(['Before the server', 'Beside the server']);
    expect(await server.stop()).toBe(0);
    // At once: it has talked to the server a moment ago.
    await create(connection, 'After the server');
    const second = await startServerWhenFree();
    await create(connection, 'Beside the next');
    await second.kill();
    await create(connection, 'After the kill');
    expect(await listNames(connection)).toEqual([
      'Before the server',
      'Beside the server',
      'After the server',
      'Beside the next',
      'After the kill',
    ]);
    expect(connection.stderr()).toBe('');
  });

  test('shares the data with another, call by call and all at once', async () => {
    const pair = [await connect(v1), await connect(pinned)];
    const expected: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const [which, connection] of pair.entries()) {
        const name = `Round ${round} of ${which}`;
        await create(connection, name);
        expected.push(name);
        expect(await listNames(connection)).toEqual(expected);
      }
    }
    const burst = Array.from({ length: 8 }, (_, n) => `Burst ${n}`);
    await Promise.all(burst.map((name, n) => create(pair[n % 2] as Connection, name)));
    const names = await listNames(pair[0] as Connection);
    expect(names.slice(0, expected.length)).toEqual(expected);
    expect(names.slice(expected.length).sort()).toEqual(burst);
    for (const { stderr } of pair) expect(stderr()).toBe('');
  });

  test('lets another have its turn while it is busy', async () => {
    const [busy, other] = [await connect(v1), await connect(pinned)];
    let isDone = false;
    const work = (async () => {
      while (!isDone) {
        await useTool(busy.client, 'list-templates');
        await Bun.sleep(20);
      }
    })();
    try {
      await create(other, 'In between');
      expect(await askGalley(place, 'team', 'list')).toHaveLength(1);
    } finally {
      isDone = true;
      await work;
    }
    expect(await listNames(busy)).toEqual(['In between']);
  });

  test('tells the agent that the plan lacks the tool server, also when it changes meanwhile', async () => {
    await askGalley(place, 'project', 'set-plan', first.project_id, 'starter');
    for (const flavour of FLAVOURS) {
      const { client, stderr } = await connect(flavour);
      expect((await client.listTools()).tools).toHaveLength(TOOL_NAMES.length);
      for (const name of ['get-project-config', 'list-templates']) {
        const { isError, text } = await callTool(client, name);
        expect({ isError, text }).toEqual({
          isError: true,
          text: 'MCP Server is not available on your current plan.',
        });
      }
      expect(stderr()).toBe('');
    }
    await askGalley(place, 'project', 'set-plan', first.project_id, 'growth');
    for (const { client } of connections) {
      expect(await useTool(client, 'get-project-config')).toMatchObject({ plan: 'growth' });
    }
  });
});

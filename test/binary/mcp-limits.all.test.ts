import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { callTool, FLAVOURS } from './mcp-clients.ts';
import {
  askGalley,
  type CallOptions,
  call,
  createInitializedDirectory,
  GUARD_MS,
  type Server,
  startServer,
  type TestDirectory,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

/** Per hour: a minute may pass on a slow machine, an hour does not. */
const LIMIT = 40;

const ENV = { GALLEY_MCP_REQUESTS_PER_HOUR: String(LIMIT) };

let place: TestDirectory;
let server: Server;
let keyId: string;
let headers: Record<string, string>;

beforeEach(async () => {
  const initialized = await createInitializedDirectory();
  place = initialized.place;
  const { project_id } = initialized.first;
  const key = await askGalley(place, 'key', 'create', '--name', 'Agent');
  keyId = key.id;
  headers = {
    authorization: `Bearer ${key.api_key}`,
    'x-project-id': project_id,
    'x-tenant': 'default',
  };
  server = await startServer(place, [], ENV);
});
afterEach(async () => {
  await server.stop();
  place.remove();
});

function listTools(options: CallOptions = { headers }) {
  const body = { jsonrpc: '2.0', id: 'a', method: 'tools/list', params: {} };
  return call(server.url, 'POST', '/api/v1/mcp', { ...options, body });
}

/** Sends requests one after the other. */
async function use(count: number, options?: CallOptions): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { status } = await listTools(options);
    expect(status).toBe(options === undefined ? 200 : 401);
  }
}

/** How many more an answer promises for the hour. */
function readRemaining({ headers: answered }: { headers: Headers }): number {
  return Number(/"hour";r=(\d+)/.exec(answered.get('ratelimit') ?? '')?.[1]);
}

async function expectRefusal(options?: CallOptions): Promise<void> {
  const { status, headers: answered, body } = await listTools(options);
  expect(status).toBe(429);
  const seconds = Number(answered.get('retry-after'));
  expect(Number.isInteger(seconds) && seconds > 0 && seconds <= 3600).toBe(true);
  // The body of a request without a key is not read, so its id is not known.
  expect([body.jsonrpc, body.id]).toEqual(['2.0', options === undefined ? 'a' : undefined]);
  expect(body.error.message).toContain(`${seconds} second`);
  expect(body.error.data).toMatchObject({ code: 'rate_limited', retry_after_seconds: seconds });
  expect(answered.get('ratelimit-policy')).toContain(`"hour";q=${LIMIT};w=3600`);
  expect(readRemaining({ headers: answered })).toBe(0);
}

/** Waits until so many requests of the key are stored. */
async function waitUntilStored(count: number): Promise<void> {
  const sqlite = new Database(join(place.data, 'galley.db'), { readonly: true });
  const query = sqlite.query<{ used: number }, [string]>(
    `SELECT windows ->> '$."3600000".used' AS used FROM rate_limits WHERE key = ?`,
  );
  await waitFor('the limit to be stored', () => (query.get(`mcp key ${keyId}`)?.used ?? 0) >= count);
  sqlite.close();
}

describe('the limit of requests', () => {
  test('is used up after a restart as before', async () => {
    await use(LIMIT);
    await expectRefusal();
    expect(await server.stop()).toBe(0);
    server = await startServer(place, [], ENV);
    await expectRefusal();
    // Refused ones do not count.
    await expectRefusal();
  });

  test('counts on after a restart where it was', async () => {
    await use(LIMIT - 2);
    await server.stop();
    server = await startServer(place, [], ENV);
    expect(readRemaining(await listTools())).toBe(1);
    expect(readRemaining(await listTools())).toBe(0);
    await expectRefusal();
  });

  test('loses to a kill at most what was asked in the last second', async () => {
    await use(LIMIT / 2);
    await waitUntilStored(LIMIT / 2);
    await use(LIMIT / 4);
    await server.kill();
    server = await startServer(place, [], ENV);
    const remaining = readRemaining(await listTools());
    expect(remaining).toBeGreaterThanOrEqual(LIMIT / 4 - 1);
    expect(remaining).toBeLessThanOrEqual(LIMIT / 2 - 1);
    await use(remaining);
    await expectRefusal();
  });

  test('used up and written, stays used up after a kill', async () => {
    await use(LIMIT);
    await waitUntilStored(LIMIT);
    await server.kill();
    server = await startServer(place, [], ENV);
    await expectRefusal();
  });

  test('holds for an address without a key too, and not for those who have one', async () => {
    const anonymous = { headers: { 'x-project-id': 'a', 'x-tenant': 'b' } };
    await use(LIMIT, anonymous);
    await expectRefusal(anonymous);
    await server.stop();
    server = await startServer(place, [], ENV);
    await expectRefusal(anonymous);
    await expectRefusal({ headers: { authorization: 'Bearer guessed' } });
    expect((await listTools()).status).toBe(200);
  });

  test.each(FLAVOURS.map((flavour) => [flavour.label, flavour] as const))(
    '%s shows when to come back',
    async (_label, flavour) => {
      const { client } = await flavour.connect({ url: `${server.url}/api/v1/mcp`, headers });
      await use(readRemaining(await listTools()));
      const refused = callTool(client, 'list-templates').catch(
        (error) =>
          // The newer client keeps the body beside the message.
          `${error.message} ${error.data?.text ?? ''}`,
      );
      expect(await refused).toMatch(/Rate limit exceeded.*\d+ second/);
      await client.close();
    },
  );
});

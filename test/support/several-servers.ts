import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../src/config/index.ts';
import { createFakeClock, createTestApp, type TestApp } from './test-app.ts';
import { openTestDatabase } from './test-database.ts';

/** Several servers of one installation, as one application whose requests and ports are those of each server in turn. */
export interface BalancedApp extends TestApp {
  /** The port of the next server. */
  readonly port: number;
  servers: readonly TestApp[];
}

/**
 * Servers on one database and one Redis, in this process. Their clock is the same.
 * @param settings with `database_url` and `redis_url`, unless the environment names them (`bun run check-postgres`)
 */
export async function startBalanced(count: number, settings: Partial<Settings> = {}): Promise<BalancedApp> {
  const data = mkdtempSync(join(tmpdir(), 'galley-servers-'));
  const database = await openTestDatabase(data, settings.database_url);
  const redis_url = settings.redis_url ?? process.env.GALLEY_TEST_REDIS_URL ?? '';
  const shared = { ...settings, database_url: database.url, redis_url };
  const clock = createFakeClock();
  const servers: TestApp[] = [];
  const ports: number[] = [];
  let turn = 0;
  const nextPort = () => ports[turn++ % ports.length] as number;
  const handle = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    return fetch(`http://127.0.0.1:${nextPort()}${pathname}${search}`, request);
  };
  for (let number = 0; number < count; number += 1) {
    const app = await createTestApp(shared, { fakeClock: clock, handle }, servers[0]?.first);
    servers.push(app);
    ports.push(app.listen());
  }
  const [first] = servers as [TestApp];
  const stop = async () => {
    for (const server of servers.toReversed()) await server.stop();
    await database.drop();
  };
  return Object.defineProperty(Object.assign({ ...first }, { servers, stop }), 'port', {
    get: nextPort,
    enumerable: true,
  }) as unknown as BalancedApp;
}

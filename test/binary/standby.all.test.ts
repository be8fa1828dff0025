import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { findFreePort } from '../../scripts/free-port.ts';
import { type Balancer, startHaproxy } from '../../scripts/haproxy-server.ts';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { mayBalance, untilAnswered, Writer } from './balanced-servers.ts';
import {
  askGalley,
  BINARY,
  createTestDirectory,
  GUARD_MS,
  openTenant,
  type Tenant,
  type TestDirectory,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

/** Two servers of which one answers, and the other one waits. */
describe.skipIf(!mayBalance())('a server and its standby', () => {
  const ports = [findFreePort(), findFreePort()] as const;
  let postgres: PostgresServer;
  let balancer: Balancer;
  let places: TestDirectory[];
  const servers: Bun.Subprocess[] = [];
  let tenant: Tenant;

  async function start(number: number): Promise<void> {
    const { env, dir, servers: started } = places[number] as TestDirectory;
    const command = [BINARY, 'serve', '--port', String(ports[number])];
    const child = Bun.spawn(command, { cwd: dir, env, stdio: ['ignore', 'ignore', 'ignore'] });
    started.add(child);
    servers[number] = child;
    await waitFor('the server to live', async () => {
      const answer = await fetch(`http://127.0.0.1:${ports[number]}/health/live`).catch(() => undefined);
      return answer?.ok === true;
    });
  }
  beforeAll(async () => {
    postgres = await startPostgres();
    places = ports.map(() => {
      const place = createTestDirectory();
      const settings = { GALLEY_DATABASE_URL: postgres.url, GALLEY_STANDBY: 'true' };
      Object.assign(place.env, { GALLEY_BASE_URL: 'http://127.0.0.1', ...settings });
      return place;
    });
    const first = await askGalley(places[0] as TestDirectory, 'init');
    await start(0);
    await start(1);
    balancer = await startHaproxy(ports);
    // Until the balancer has asked both for their readiness, it gives requests to the one that waits too.
    await waitFor('the balancer to know who answers', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => fetch(`${balancer.url}/health/ready`)));
      return answers.every(({ ok }) => ok);
    });
    tenant = await openTenant(balancer.url, first, 'acme');
  });
  afterAll(async () => {
    for (const place of places ?? []) place.remove();
    await balancer?.stop();
    await postgres?.stop();
  });

  const readiness = async (number: number): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${ports[number]}/health/ready`).catch(() => undefined);
    return answer === undefined ? 'none' : `${answer.status} ${await answer.text()}`;
  };
  const isReady = async (number: number) => (await readiness(number)).startsWith('200');
  const findActive = async (): Promise<number> => ((await isReady(0)) ? 0 : 1);
  const waits = async (number: number) => /^503 .*"standby"/.test(await readiness(number));

  /** Ends the active server while a tenant is changed. */
  async function takeOver(end: (active: number) => Promise<void>): Promise<void> {
    const active = await findActive();
    const standby = 1 - active;
    await waitFor('the standby to wait', () => waits(standby));
    const writer = new Writer(tenant);
    await waitFor('a change', () => writer.acknowledged > 0);
    await end(active);
    await waitFor('the standby to answer', () => isReady(standby));
    const before = writer.acknowledged;
    await waitFor('another change', () => writer.acknowledged > before);
    await writer.expectNothingLost();
    process.stdout.write(`longest stall: ${(writer.longestStallMs / 1_000).toFixed(1)} s\n`);
  }

  test('takes its place when it is killed, and the former one waits when it starts again', async () => {
    let former = 0;
    await takeOver(async (active) => {
      former = active;
      servers[active]?.kill('SIGKILL');
    });
    await start(former);
    await waitFor('the former one to wait', () => waits(former));
  });

  test('takes its place when it hangs; the former one ends when it goes on', async () => {
    let former = 0;
    await takeOver(async (active) => {
      former = active;
      servers[active]?.kill('SIGSTOP');
    });
    servers[former]?.kill('SIGCONT');
    expect(await servers[former]?.exited).toBe(1);
    await start(former);
  });

  test('takes its place at once when it stops', async () => {
    const active = await findActive();
    await waitFor('the standby to wait', () => waits(1 - active));
    servers[active]?.kill('SIGTERM');
    await waitFor('the standby to answer', () => isReady(1 - active));
    expect((await untilAnswered(() => tenant.call('GET', '/templates'))).status).toBe(200);
  });
});

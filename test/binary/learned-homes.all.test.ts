import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { BalancedServers, mayBalance, untilAnswered } from './balanced-servers.ts';
import { GUARD_MS, type Server, waitFor } from './support.ts';

setDefaultTimeout(GUARD_MS);

const isInstalled = mayBalance();

const METRICS_TOKEN = 'metrics-of-both-servers';
const TENANTS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Two servers behind a balancer that learns from their answers which one works for a tenant. */
describe.skipIf(!isInstalled)('a balancer that learns homes', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let all: BalancedServers;
  /** Requests of all kinds of clients for each tenant. */
  let requests: { path: string; init: RequestInit }[];

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const environment = {
      GALLEY_DATABASE_URL: postgres.url,
      GALLEY_REDIS_URL: redis.url,
      GALLEY_METRICS_TOKEN: METRICS_TOKEN,
      // Requests are sent until the tenants have moved.
      GALLEY_MCP_REQUESTS_PER_MINUTE: '100000',
      GALLEY_MCP_REQUESTS_PER_HOUR: '100000',
      GALLEY_RATE_LIMIT_READ: '100000',
    };
    all = await BalancedServers.start(
      ['1', '2'].map((number) => ({ ...environment, GALLEY_SERVER_NUMBER: number })),
    );
    const { client_id, client_secret, project_id, api_key } = all.first;
    const opened = await all.openTenants(TENANTS);
    requests = opened.flatMap(({ base, token }, index) => {
      const tenant = TENANTS[index] as string;
      const basic = btoa(`${client_id}:${client_secret}`);
      return [
        { path: `${base}/templates`, init: { headers: { authorization: `Bearer ${token}` } } },
        {
          path: `/api/v1/server/tenants/${tenant}/templates`,
          init: { headers: { authorization: `Basic ${basic}` } },
        },
        {
          path: '/api/v1/mcp',
          init: {
            method: 'POST',
            headers: {
              authorization: `Bearer ${api_key}`,
              'content-type': 'application/json',
              'x-project-id': project_id,
              'x-tenant': tenant,
            },
            body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list-templates"}}',
          },
        },
      ];
    });
  });
  afterAll(async () => {
    await all?.stop();
    await redis?.stop();
    await postgres?.stop();
  });

  const ask = ({ path, init }: (typeof requests)[number]) => fetch(all.balancer.url + path, init);

  async function readMetric({ url }: Server, name: RegExp): Promise<number> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${url}/metrics`, { headers })).text();
    const line = text.split('\n').find((one) => name.test(one));
    return Number(line?.split(' ')[1] ?? 0);
  }

  /** Requests that servers have sent to another one. */
  async function countSentOn(): Promise<number> {
    const counts = await Promise.all(
      all.servers.map((one) => readMetric(one, /^galley_requests_sent_on_total /)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Requests that a server has answered as the home of their tenant. */
  const countAnswered = (server: Server) =>
    readMetric(server, /^galley_http_requests_total\{operation="listTemplates"/);

  /** Sends each request three times. Half of them would be sent on by chance. */
  async function isNothingSentOn(): Promise<boolean> {
    const before = await countSentOn();
    for (const request of requests)
      for (let times = 0; times < 3; times += 1) {
        const answer = await ask(request);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('x-galley-home')).toBeNull();
      }
    return (await countSentOn()) === before;
  }

  test('sends the further requests of editors, backends and agents to the server of their tenant', async () => {
    expect(await isNothingSentOn()).toBe(false);
    await waitFor('the balancer to know all homes', isNothingSentOn);
  });

  test('sends them to the next home when a server is killed, and back when it has tenants again', async () => {
    const answered = await Promise.all(all.servers.map(countAnswered));
    const number = answered.findIndex((count) => count > 0);
    await all.servers[number]?.kill();
    for (const request of requests) expect((await untilAnswered(() => ask(request))).status).toBe(200);
    await all.restart(number);
    await waitFor('tenants to come back', async () => {
      for (const request of requests) expect((await untilAnswered(() => ask(request))).status).toBe(200);
      return (await countAnswered(all.servers[number] as Server)) > 0;
    });
    await waitFor('the balancer to know where they are', isNothingSentOn);
  });
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { Settings } from '../../src/config/index.ts';
import { createProject } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { BalancedServers } from '../binary/balanced-servers.ts';
import { adminScope, createCallers, type FirstRun, openTestApp, type TestApp } from './test-app.ts';
import { openTestDatabase, recordServers } from './test-database.ts';

/** Servers with the same settings, and a member of the installation in this process, which serves no requests. */
interface Installation {
  key: string;
  all: BalancedServers;
  member: TestApp;
  /** How many applications of tests use it. */
  users: number;
}

/**
 * Servers keep running after an application is stopped, because the next one of the file often has the same settings.
 */
const running = new Set<Installation>();

/** High limits by address, because all requests come from the same one. */
const UNLIMITED_REQUESTS = { public_requests_per_minute: 1_000_000 };

/** The clock of the servers. */
const clock = {
  now: Date.now,
  advance(): never {
    throw new Error('The clock of other processes cannot be moved: use testOfOneProcess');
  },
};

/**
 * Starts servers as processes that share a database, Redis and a bucket, behind a balancer that sends each request and
 * each socket to any of them. Returns them as a test application with its own project. Its `deps` are those of another
 * member of the installation, in this process, for actions of the operator.
 */
export async function openOnProcesses(count: number, given: Partial<Settings>): Promise<TestApp> {
  const used = await findInstallation(count, { ...UNLIMITED_REQUESTS, ...given });
  used.users += 1;
  const { member } = used;
  const { url, port } = used.all.balancer;
  const first = await addFirst(member);
  const answer = (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    return fetch(`${url}${pathname}${search}`, request);
  };
  const callers = createCallers(answer, first);
  await callers.exchangeToken(first.tenant);
  const stop = async () => {
    used.users -= 1;
  };
  return { ...member, ...callers, first, stop, listen: () => port };
}

async function findInstallation(count: number, settings: Partial<Settings>): Promise<Installation> {
  const key = JSON.stringify(settings);
  for (const one of running) {
    if (one.key === key) return one;
    if (one.users === 0) await end(one);
  }
  // `untilIdle` finds the database by the name of the folder.
  const data = mkdtempSync(join(tmpdir(), 'galley-member-'));
  const shared = { ...(await openParts(data)), ...settings };
  const all = await startServers(count, shared);
  recordServers(
    data,
    all.servers.map(({ url }) => url),
  );
  const member = await openTestApp({ ...shared, data }, { fakeClock: clock }, all.first);
  const started = { key, all, member, users: 0 };
  running.add(started);
  return started;
}

/** Starts servers without a test application. */
export async function startServers(count: number, settings?: Partial<Settings>): Promise<BalancedServers> {
  const environment = toEnvironment(settings ?? (await openParts(crypto.randomUUID())));
  return BalancedServers.start(Array(count).fill(environment), { balance: 'random' });
}

async function end(installation: Installation): Promise<void> {
  running.delete(installation);
  await installation.all.stop();
  await installation.member.stop();
}

/** Ends the servers of all tests of a file. */
export async function endServers(): Promise<void> {
  await Promise.all([...running].map(end));
}

/**
 * Creates a database, a Redis and a folder in the bucket on the servers that `scripts/check-postgres.ts` has started.
 */
async function openParts(data: string): Promise<Partial<Settings>> {
  const { url } = await openTestDatabase(data);
  const pooler = process.env.GALLEY_TEST_POOLER_URL;
  return {
    ...(pooler === undefined
      ? { database_url: url }
      : { database_url: new URL(new URL(url).pathname, pooler).href, database_direct_url: url }),
    redis_url: process.env.GALLEY_TEST_REDIS_URL ?? '',
    files_url: `s3://galley/${crypto.randomUUID()}`,
    s3_endpoint: process.env.GALLEY_TEST_S3_ENDPOINT ?? '',
    s3_region: 'us-east-1',
    s3_access_key_id: 'S3RVER',
    s3_secret_access_key: 'S3RVER',
    base_url: 'http://localhost:4100',
    database_pool: 3,
  };
}

function toEnvironment(settings: Partial<Settings>): Record<string, string> {
  const properties: Record<string, TSchema> = Settings.properties;
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [properties[name]?.env as string, String(value)]),
  );
}

/** Adds a project to the first team. It shares the team's key. */
async function addFirst({ deps, first }: TestApp): Promise<FirstRun> {
  const { id, client_id, client_secret, signing_key } = await perform(createProject, deps, adminScope, {
    name: `Project ${crypto.randomUUID()}`,
  });
  return { ...first, project_id: id, client_id, client_secret, signing_key };
}

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBucket } from './bucket-server.ts';
import { startPgbouncer } from './pgbouncer-server.ts';
import { startPostgres } from './postgres-server.ts';
import { startRedis } from './redis-server.ts';
import { ON_SERVERS } from './several-servers.ts';
import { isAvailable } from './test-tools.ts';

/**
 * Runs tests on a temporary server of PostgreSQL: those below, as `bun run check` does, the given files and folders, or with `--all`
 * every test that stores something, as `bun run check --all` does. With `--servers`, three servers, as processes behind HAProxy, answer
 * the requests of the tests, each request any of them: of those in `scripts/several-servers.ts`, or of the given ones. With `--pooled`
 * too, these reach the database through PgBouncer.
 */
const root = resolve(import.meta.dir, '..');

/** Tests with many queries that take little time. */
const CHOSEN = [
  ...['templates.test.ts', 'organize.test.ts', 'merge-save.test.ts', 'search/search.test.ts'].map(
    (file) => `test/features/templates/${file}`,
  ),
  'test/features/comments/comments.test.ts',
  'test/features/members/',
  'test/features/snapshots/save-history.test.ts',
  'test/features/trash/trash-kinds.test.ts',
  'test/features/access/token-exchange.test.ts',
  'test/drivers/otlp.test.ts',
];

/** Tests whose outcome can depend on the engine. */
const ALL = [
  ...['cli', 'control', 'drivers', 'features', 'http', 'mcp', 'metrics', 'realtime'].map(
    (folder) => `test/${folder}/`,
  ),
  // Tests of the executable whose server uses the database of the other tests (`openInstallation`).
  ...['mcp-comments', 'mcp-curl', 'mcp-story', 'server-client'].map((name) => `test/binary/${name}.test.ts`),
];

if (!isAvailable('PostgreSQL')) process.exit(0);
const { values: flags, positionals: given } = parseArgs({
  options: { all: { type: 'boolean' }, servers: { type: 'boolean' }, pooled: { type: 'boolean' } },
  allowPositionals: true,
});
const isChosen = !flags.all && !flags.servers && given.length === 0;
// `bun run check` runs the other tests beside them.
const runner = [
  ...['bun', 'test', '--no-isolate', '--only-failures', '--timeout', '180000'],
  // These need no engine, or start one of their own.
  '--path-ignore-patterns=**/*.all.test.ts',
  // Random sessions of editors: what they find does not depend on the engine.
  ...['convergence', 'outages', 'random-sessions'].map(
    (name) => `--path-ignore-patterns=**/realtime/${name}.test.ts`,
  ),
  `--parallel=${isChosen ? 1 : 3}`,
];
const server = await startPostgres();
const run = (paths: readonly string[], more: Record<string, string> = {}): Promise<number> =>
  Bun.spawn([...runner, ...paths.map((path) => `./${path}`)], {
    cwd: root,
    env: { ...Bun.env, GALLEY_TEST_ENGINE: 'postgres', GALLEY_TEST_DATABASE_URL: server.url, ...more },
    stdio: ['ignore', 'inherit', 'inherit'],
  }).exited;
let status = 0;
if (flags.servers) status = await runOnServers(given.length > 0 ? given : ON_SERVERS, flags.pooled);
else if (flags.all) status = await run(ALL);
else if (given.length > 0) status = await run(given);
else status = await run(CHOSEN);
await server.stop();
process.exit(status);

/** `isPooled`: the servers reach the database through PgBouncer. */
async function runOnServers(files: readonly string[], isPooled = false): Promise<number> {
  if (!isAvailable('Redis', 'HAProxy')) return 0;
  const [redis, bucket] = await Promise.all([startRedis(), startBucket()]);
  const pooler = isPooled ? await startPgbouncer(server.port) : undefined;
  const status = await run(files, {
    GALLEY_TEST_PROCESSES: '3',
    GALLEY_TEST_REDIS_URL: redis.url,
    GALLEY_TEST_S3_ENDPOINT: bucket.url,
    ...(pooler && { GALLEY_TEST_POOLER_URL: pooler.urlOf(server.url) }),
  });
  await Promise.all([bucket.stop(), redis.stop(), pooler?.stop()]);
  return status;
}

import { parseArgs } from 'node:util';
import { SQL } from 'bun';
import { startPostgres } from '../../scripts/postgres-server.ts';
import { startRedis } from '../../scripts/redis-server.ts';
import { BalancedServers } from '../binary/balanced-servers.ts';
import { BINARY, waitFor } from '../binary/support.ts';
import { buildCommit, buildNextVersion } from './builds.ts';
import { Traffic } from './traffic.ts';

/**
 * Replaces servers of one build one after the other by servers of another, behind HAProxy and under load. Counts what failed, what was
 * lost, and what was read although it was older than what had been acknowledged. `bun run upgrade`: from this build to the same with another
 * migration; `bun run upgrade --from <commit> --seconds 10`: from that of a commit, such as a release, to this one.
 */
const { values: flags } = parseArgs({
  options: { from: { type: 'string' }, seconds: { type: 'string', default: '10' } },
});
/** Of each phase: the former build alone, both side by side, the new build alone. */
const PHASE_MS = Number(flags.seconds) * 1_000;

const TENANTS = ['a', 'b', 'c', 'd', 'e', 'f'];

const other = flags.from === undefined ? buildNextVersion() : buildCommit(flags.from);
const [former, next] = flags.from === undefined ? [BINARY, other.binary] : [other.binary, BINARY];
process.stdout.write(`built ${flags.from ?? 'the next version'}\n`);
const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
const environment = { GALLEY_DATABASE_URL: postgres.url, GALLEY_REDIS_URL: redis.url };
const all = await BalancedServers.start([environment, environment], { binary: former });
try {
  const sql = new SQL(postgres.url, { max: 1 });
  const countMigrations = async () =>
    Number((await sql`SELECT count(*) AS count FROM schema_migrations`)[0].count);
  const before = await countMigrations();
  const traffic = (await all.openTenants(TENANTS)).map((tenant) => new Traffic(tenant));
  await Bun.sleep(PHASE_MS);
  for (const number of [0, 1]) {
    await all.servers[number]?.stop();
    await all.restart(number, next);
    await waitFor(
      'the new server to be ready',
      async () => (await fetch(`${all.servers[number]?.url}/health/ready`)).ok,
    );
    await Bun.sleep(PHASE_MS);
  }
  const migrations = (await countMigrations()) - before;
  await sql.close();
  const reports = await Promise.all(traffic.map((one) => one.end()));
  const sum = (name: keyof (typeof reports)[number]) =>
    reports.reduce((total, report) => total + report[name], 0);
  process.stdout.write(
    `${flags.from ?? 'this build'} replaced, ${migrations} migrations: ${sum('changes')} changes, ${sum('reads')} reads, ` +
      `${sum('postponed')} asked to try again, ${sum('failed')} failed, ${sum('lost')} lost, ${sum('stale')} stale\n`,
  );
  const isMigrated = migrations > 0 || flags.from !== undefined;
  if (!isMigrated || sum('changes') === 0 || sum('failed') + sum('lost') + sum('stale') > 0)
    process.exitCode = 1;
} finally {
  await all.stop();
  await redis.stop();
  await postgres.stop();
  other.remove();
}
process.exit();

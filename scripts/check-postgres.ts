import { resolve } from 'node:path';
import { findPostgres, startPostgres } from './postgres-server.ts';
import { SQLITE_ONLY } from './sqlite-only.ts';
import { skipTestsWithout } from './test-tools.ts';

/**
 * Runs tests on a temporary server of PostgreSQL: those below, as `bun run check` does, the given files and folders, or all of the suite with
 * `--all`.
 */
const root = resolve(import.meta.dir, '..');

/** Many queries in little time. */
const CHOSEN = [
  ...['templates.test.ts', 'organize.test.ts', 'merge-save.test.ts', 'search/search.test.ts'].map(
    (file) => `test/features/templates/${file}`,
  ),
  ...['comments.test.ts', 'comment-list.test.ts'].map((file) => `test/features/comments/${file}`),
  ...['saved-modules', 'proposals', 'members', 'data-jobs'].map((folder) => `test/features/${folder}/`),
  'test/features/snapshots/save-history.test.ts',
  'test/features/trash/trash-kinds.test.ts',
  'test/features/access/token-exchange.test.ts',
  'test/http/tenancy-matrix.test.ts',
  'test/drivers/otlp.test.ts',
];

/** They start the executable with settings of their own, some on PostgreSQL, whatever the engine of the other tests is. */
const OF_EXECUTABLE = 'test/binary/';

if (findPostgres() === undefined) {
  skipTestsWithout('PostgreSQL');
  process.exit(0);
}
const isAll = process.argv[2] === '--all';
const given = process.argv.slice(2);
const files = isAll ? listOtherFiles() : given.length > 0 ? given : CHOSEN;
// `bun run check` runs the other tests beside them.
const processes = given.length > 0 ? 3 : 1;
const runner = [
  'bun',
  'test',
  '--no-isolate',
  '--only-failures',
  '--timeout',
  '60000',
  `--parallel=${processes}`,
];
const server = await startPostgres();
const run = (paths: readonly string[]): Promise<number> =>
  Bun.spawn([...runner, ...paths.map((path) => `./${path}`)], {
    cwd: root,
    env: { ...Bun.env, GALLEY_TEST_ENGINE: 'postgres', GALLEY_TEST_DATABASE_URL: server.url },
    stdio: ['ignore', 'inherit', 'inherit'],
  }).exited;
let status = await run(files);
if (isAll) {
  for (const file of SQLITE_ONLY.keys()) {
    if ((await run([file])) !== 0) continue;
    process.stdout.write(`${file} passes: take it off the list of scripts/sqlite-only.ts\n`);
    status = 1;
  }
}
await server.stop();
process.exit(status);

function listOtherFiles(): string[] {
  const all = [...new Bun.Glob('test/**/*.test.ts').scanSync({ cwd: root })].sort();
  return all.filter((file) => !SQLITE_ONLY.has(file) && !file.startsWith(OF_EXECUTABLE));
}

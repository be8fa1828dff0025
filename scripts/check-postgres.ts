import { resolve } from 'node:path';
import { findPostgres, startPostgres } from './postgres-server.ts';
import { skipTestsWithout } from './test-tools.ts';

/**
 * Runs tests on a temporary server of PostgreSQL: those below, as `bun run check` does, or the given files and folders. Most
 * tests of features and surfaces pass, except those that open the file of the embedded database.
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

if (findPostgres() === undefined) {
  skipTestsWithout('PostgreSQL');
  process.exit(0);
}
const given = process.argv.slice(2);
const files = given.length > 0 ? given : CHOSEN;
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
const tests = Bun.spawn([...runner, ...files], {
  cwd: root,
  env: { ...Bun.env, GALLEY_TEST_ENGINE: 'postgres', GALLEY_TEST_DATABASE_URL: server.url },
  stdio: ['ignore', 'inherit', 'inherit'],
});
const status = await tests.exited;
await server.stop();
process.exit(status);

/** Files of tests that fail on PostgreSQL, because they are about the embedded engine alone, and why. `bun run check-postgres --all` checks that they do. */
export const SQLITE_ONLY: ReadonlyMap<string, string> = new Map([
  [
    'test/drivers/upgrades.test.ts',
    'data directories of former releases, which have the file of the database',
  ],
  ['test/features/instance/damage.test.ts', 'damaged pages of the file of the database'],
  ['test/features/instance/readiness.test.ts', 'a full or missing disk of the database'],
  ['test/features/media/list-indexes.test.ts', 'plans of queries, as SQLite tells them'],
  ['test/features/overview/query-plans.test.ts', 'plans of queries, as SQLite tells them'],
]);

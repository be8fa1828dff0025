import { test } from 'bun:test';

/** Whether the applications of tests use PostgreSQL (`bun run check-postgres`). */
export const isPostgres = process.env.GALLEY_TEST_ENGINE === 'postgres';

/** For tests of what only the embedded engine has: the file of its database, its plans of queries, its sentences. */
export const sqliteTest = test.skipIf(isPostgres);

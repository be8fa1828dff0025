import { test } from 'bun:test';

/** Whether the applications of tests use PostgreSQL (`bun run check-postgres`). */
export const isPostgres = process.env.GALLEY_TEST_ENGINE === 'postgres';

/** For tests of the embedded engine only: of the file of its database, its query plans, its messages. */
export const sqliteTest = test.skipIf(isPostgres);

/** How many servers, as processes, answer the requests of tests (`bun run check-postgres --servers`); 0: the application in the process of the test. */
export const processCount = Number(process.env.GALLEY_TEST_PROCESSES ?? 0);

/** For tests that set the clock or read the state of the process that answers. */
export const testOfOneProcess = test.skipIf(processCount > 0);

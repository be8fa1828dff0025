import { expect, test } from 'bun:test';
import { createTestApp } from '../support/test-app.ts';

// Elysia reads from the source of handlers and hooks what they use of a request. If it cannot tell, it parses cookies,
// headers and the query of every request, which takes a tenth of the time of an update.
test('Elysia makes nothing for a request that no handler uses', async () => {
  const app = await createTestApp();
  const { inference } = app.http as unknown as { inference: Record<string, boolean> };
  const used = Object.keys(inference).filter((part) => inference[part]);
  expect(used.sort()).toEqual(['route']);
  await app.stop();
});

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Route, takesFile } from '../../src/http/route.ts';
import { createId } from '../../src/platform/ids.ts';
import { expectError } from '../support/expect-error.ts';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
});
afterAll(() => app.stop());

/** A request to a route whose body is `body`; what it is about need not exist. */
function send({ method, path }: Route, body: object) {
  const address = path
    .replace(':project', app.first.project_id as string)
    .replace(':tenant', 'acme')
    .replace(/:\w+/g, () => createId());
  return app.request(method, address, { token: tenant.token, body });
}

describe('a field that no operation has', () => {
  test('is refused and named, by every route that takes JSON', async () => {
    const routes = app.routes.filter((route) => route.method !== 'GET' && !takesFile(route));
    expect(routes.length).toBeGreaterThan(25);
    for (const route of routes) {
      const answer = await send(route, { labels: ['x'] });
      const errors = answer.body?.errors;
      expect([route.method, route.path, answer.status, errors]).toEqual([
        route.method,
        route.path,
        422,
        {
          labels: [
            expect.stringMatching(/^\w+ is not a field of this request\. (Its fields are|It takes none|Did)/),
          ],
        },
      ]);
    }
  });

  const templates = () =>
    app.routes.find(({ path, method }) => path.endsWith('/templates') && method === 'POST');

  test.each([
    ['contents', 'content'],
    ['Name', 'name'],
    ['nane', 'name'],
  ])('%s: the nearest name is told: %s', async (sent, meant) => {
    const answer = await send(templates() as Route, { content: smallContent(), [sent]: 'x' });
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.errors[sent]).toEqual([
      `${sent} is not a field of this request. Did you mean "${meant}"?`,
    ]);
    expect(answer.body.message).toBe(answer.body.errors[sent][0]);
  });

  test('the name told is the one of the route, not that of the operation', async () => {
    const score = app.routes.find(({ path }) => path.endsWith('/ai/score')) as Route;
    const answer = await send(score, { currentContents: smallContent() });
    expect(answer.body.errors.currentContents[0]).toContain('Did you mean "current_content"?');
  });

  test('nothing is stored', async () => {
    const before = (await tenant.request('GET', '/templates')).text;
    await send(templates() as Route, { content: smallContent(), labels: [] });
    expect((await tenant.request('GET', '/templates')).text).toBe(before);
  });

  test('names from the prototype are fields like others', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const body = `{"content":${JSON.stringify(smallContent())},"${name}":{}}`;
      const answer = await tenant.request('POST', '/templates', { body });
      expectError(answer, 422, 'validation_failed');
      expect(Object.keys(answer.body.errors)).toEqual([name]);
    }
  });

  test('many of them make a short answer', async () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${'x'.repeat(300)}${i}`, i]));
    const answer = await send(templates() as Route, fields);
    expectError(answer, 422, 'validation_failed');
    expect(answer.text.length).toBeLessThan(6000);
  });
});

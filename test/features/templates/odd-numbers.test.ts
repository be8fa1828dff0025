import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant();
});
afterAll(() => app.stop());

/** A content with every type of block in which each number but the level of titles is another value. */
const withNumbers = (value: unknown) =>
  JSON.parse(JSON.stringify(sampleContent(6, 40 * 1024)), (key, part) =>
    typeof part === 'number' && key !== 'level' ? value : part,
  );

test.each([
  ['negative', -5, true],
  ['huge', 1_000_000_000, false],
  ['a fraction', 0.5, false],
  ['a text', 'wide', true],
  ['null', null, true],
])('a person can save and export a content whose numbers are all %s', async (_name, value, isTold) => {
  const content = withNumbers(value);
  const created = await tenant.request('POST', '/templates', { body: { content } });
  expect(created.status).toBe(201);
  expect(created.body.data.content.settings.width).toBe(value);
  const exported = await tenant.request('POST', `/templates/${created.body.data.id}/export`, { body: {} });
  expect(exported.status).toBe(200);
  expect(exported.body.data.html).not.toMatch(/:\s*-5px|NaN|undefined/);
  const codes = exported.body.data.warnings.map(({ code }: { code: string }) => code);
  expect(codes.includes('unknown_value')).toBe(isTold);
});

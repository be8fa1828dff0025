import { afterAll, beforeAll, expect, test } from 'bun:test';
import { dumpDatabase } from './database-dump.ts';
import { createTestApp, smallContent, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const createTemplate = async (name: string) => {
  const tenant = await app.openTenant();
  await tenant.request('POST', '/templates', { body: { name, content: smallContent() } });
};

test('a dump differs after each change, and only then', async () => {
  const dumps = [await dumpDatabase(app)];
  for (const name of ['First', 'Second']) {
    await createTemplate(name);
    const dump = await dumpDatabase(app);
    expect(dump).toContain(name);
    expect(dumps).not.toContain(dump);
    await app.openTenant();
    expect(await dumpDatabase(app)).toBe(dump);
    dumps.push(dump);
  }
});

test('the dumps of two applications are kept apart', async () => {
  await createTemplate('Only here');
  const other = await createTestApp();
  try {
    expect(await dumpDatabase(app)).toContain('Only here');
    expect(await dumpDatabase(other)).not.toContain('Only here');
    expect(await dumpDatabase(app)).toContain('Only here');
  } finally {
    await other.stop();
  }
});

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkIntegrity, repairInstance } from '../../../src/features/instance/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { sha256Hex } from '../../../src/platform/security/crypto.ts';
import { executeSql } from '../../support/execute-sql.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const DAY = 86_400_000;

const repair = async () => {
  const { repairs } = await perform(repairInstance, app.deps, adminScope, {});
  return Object.fromEntries(repairs.map(({ repair, before, after }) => [repair, [before, after]]));
};

/** A file with a modification time by the clock of the application. */
function writeAged(path: string, content: string, ageMs: number): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const seconds = (app.clock.now() - ageMs) / 1000;
  utimesSync(path, seconds, seconds);
  return path;
}

test('each repair says what was and what is, and a second run changes nothing', async () => {
  const tenant = await app.openTenant('acme');
  await tenant.request('POST', '/templates', { body: { content: smallContent() } });
  app.clock.advance(3 * DAY);
  chmodSync(app.data, 0o755);
  const old = writeAged(join(app.deps.incomingDir, 'old'), 'half of an upload', 2 * DAY);
  const fresh = writeAged(join(app.deps.incomingDir, 'fresh'), 'an upload under way', 0);
  const hash = sha256Hex(Buffer.from('an orphan'));
  const orphan = writeAged(join(app.data, 'media/files/t1', hash.slice(0, 2), hash), 'an orphan', DAY);

  expect(await repair()).toEqual({
    permissions: ['mode 755', 'mode 700'],
    unfinished_uploads: ['1 older than a day', '0 older than a day'],
    orphaned_files: ['1 orphaned, 0 in the quarantine', '0 orphaned, 1 in the quarantine'],
    search_index: [expect.stringMatching(/^\d+ entries, no faults$/), expect.any(String)],
  });
  expect([existsSync(old), existsSync(fresh), existsSync(orphan)]).toEqual([false, true, false]);
  expect(statSync(app.data).mode & 0o777).toBe(0o700);
  for (const [before, after] of Object.values(await repair())) expect(after).toBe(before);
  expect((await perform(checkIntegrity, app.deps, adminScope, {})).ok).toBe(true);
});

test('a faulty search index is built again', async () => {
  const tenant = await app.openTenant('search');
  const body = { name: 'Guava', content: smallContent() };
  await tenant.request('POST', '/templates', { body });
  const find = async () => (await tenant.request('GET', '/templates?search=guava')).body.data.length;
  expect(await find()).toBe(1);
  await executeSql(app, 'DELETE FROM search_index');
  const { search_index: [before, after] = [] } = await repair();
  expect(before).toMatch(/^\d+ faults$/);
  expect(after).toMatch(/^\d+ entries are indexed again/);
  expect((await perform(checkIntegrity, app.deps, adminScope, {})).ok).toBe(true);
});

import { afterEach, beforeEach, expect } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { perform } from '../../../src/platform/operation.ts';
// It damages pages of the file; PostgreSQL is checked by its own tools, and its indexes by `integrity.test.ts`.
import { sqliteTest as test } from '../../support/engine.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

const PAGE_BYTES = 4096;

let data: string;
let app: TestApp;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'galley-damage-'));
  app = await createTestApp({ data });
});
afterEach(async () => {
  await app.stop();
  rmSync(data, { recursive: true, force: true });
});

/** Overwrites pages of the stopped database that hold one of these texts, and starts the application again. */
async function damagePagesWith(...texts: string[]): Promise<void> {
  await app.close();
  const file = join(data, 'galley.db');
  const bytes = readFileSync(file);
  let damaged = 0;
  for (let start = PAGE_BYTES; start < bytes.length; start += PAGE_BYTES) {
    const page = bytes.subarray(start, start + PAGE_BYTES);
    if (!texts.some((text) => page.includes(text))) continue;
    page.fill(0xff);
    damaged += 1;
  }
  expect(damaged).toBeGreaterThan(0);
  writeFileSync(file, bytes);
  app = await createTestApp({ data }, {}, app.first);
}

async function storeTemplates(count: number): Promise<string[]> {
  const tenant = await app.openTenant();
  const ids = [];
  for (let n = 0; n < count; n += 1) {
    const body = { content: smallContent(`mark-${n}-`.repeat(2000)) };
    ids.push((await tenant.request('POST', '/templates', { body })).body.data.id);
  }
  return ids;
}

const errors = () => app.logLines.map((line) => JSON.parse(line)).filter((line) => line.level === 50);

test('a read of damaged pages gets 500, the log names the table and what to do, and others go on', async () => {
  const ids = await storeTemplates(20);
  await damagePagesWith('mark-3-', 'mark-11-');
  const tenant = await app.openTenant();
  const answers = [];
  for (const id of ids) answers.push(await tenant.request('GET', `/templates/${id}`));
  const statuses = answers.map((answer) => answer.status);
  expect(new Set(statuses)).toEqual(new Set([200, 500]));
  // A page can hold the beginning of two contents.
  expect(statuses.filter((status) => status === 500).length).toBeLessThan(5);
  expect(answers[3]?.body).toEqual({
    message: 'Something went wrong on the server. Try again later.',
    code: 'internal',
  });
  const damage = errors().filter((line) => /damaged pages/.test(line.msg));
  // Once a minute for a table.
  expect(damage).toHaveLength(1);
  expect(damage[0].msg).toMatch(/in the tables .*contents.*stop the server, run "galley check", and restore/);
  expect(damage[0].err.message).toBe('database disk image is malformed');
  expect(JSON.stringify(damage)).not.toContain('mark-');
  for (const path of ['/api/v1/health', '/api/v1/ready']) {
    expect([path, (await app.request('GET', path)).status]).toEqual([path, 200]);
  }
});

test('the check names damaged tables, and checks what can be read', async () => {
  await storeTemplates(20);
  await damagePagesWith('mark-3-');
  const report = await perform(checkIntegrity, app.deps, adminScope, {});
  expect(report.ok).toBe(false);
  expect(report.faults[0]).toBe('the table contents is damaged');
  expect(report.faults.join('\n')).toContain('contents could not be checked');
  expect(report.faults.join('\n')).not.toContain('counters could not be checked');
});

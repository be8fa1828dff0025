import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  askGalley,
  type Credentials,
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
  waitFor,
} from '../../binary/support.ts';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { expectImage } from './expect-image.ts';
import { imagesIn, type Mail, readMail } from './press.ts';

setDefaultTimeout(GUARD_MS);

/** Its rendering takes longer than the test takes to kill the server. */
const LARGE = sampleContent(14, 1_500_000);

/** Its rendering is still running when the signal comes, and ends before a stopping server gives up, even on a busy machine. */
const MEDIUM = sampleContent(14, 400_000);

let place: TestDirectory;
let server: Server;
let tenant: Tenant;
let credentials: Credentials;
beforeEach(async () => {
  ({ place, first: credentials } = await createInitializedDirectory());
  server = await startServer(place);
  tenant = await openTenant(server.url, credentials);
});
afterEach(async () => {
  await server.kill();
  place.remove();
});

const exportMail = async (id: string): Promise<Mail> =>
  readMail(await tenant.call('POST', `/templates/${id}/export`, { body: { plain_text: true } }));
const create = async (content: unknown): Promise<string> =>
  (await tenant.call('POST', '/templates', { body: { content, name: 'Spring' } })).body.data.id;

/** Processes whose parent is the server, by their numbers. */
function listWorkers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === server.pid)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** Whether a process still computes; one that waits for its parent to take note of its end does not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('an export and its pictures work, and the folder it was started in stays as it was', async () => {
  const before = readdirSync(place.dir);
  const id = await create(sampleContent(4, 60_000));
  const mail = await exportMail(id);
  expect(mail.html).toContain('<title>Spring</title>');
  expect(mail.plain_text.length).toBeGreaterThan(1000);
  const own = imagesIn(mail).filter((url) => url.startsWith(`${server.url}/api/v1/images/`));
  const kinds = own.map((url) => new URL(url).pathname.split('/')[4]);
  expect([...new Set(kinds)].sort()).toEqual(['countdown', 'poster', 'social']);
  for (const [index, url] of own.entries()) {
    // The posters' pictures are on hosts that do not exist.
    if (kinds[index] === 'poster') continue;
    await expectImage(await fetch(url), kinds[index] === 'social' ? 'image/png' : 'image/gif');
  }
  expect(readdirSync(place.dir)).toEqual(before);
});

test('the mail is the same after a restart', async () => {
  const id = await create(sampleContent(5, 30_000));
  const mail = await exportMail(id);
  const port = new URL(server.url).port;
  expect(await server.stop()).toBe(0);
  server = await startServer(place, ['--port', port]);
  tenant = await openTenant(server.url, credentials);
  expect(await exportMail(id)).toEqual(mail);
});

test('configuration files in the folder it is started in are not heeded', async () => {
  const marker = join(place.dir, 'was-run');
  const code = `require('fs').writeFileSync(${JSON.stringify(marker)}, 'x'); module.exports = {};`;
  const files = { '.mjmlconfig': '{"packages":["./evil.js"]}', '.mjmlconfig.js': code, 'evil.js': code };
  for (const [name, text] of Object.entries(files)) await Bun.write(join(place.dir, name), text);
  await exportMail(await create(sampleContent(6, 5000)));
  expect(existsSync(marker)).toBe(false);
});

test.skipIf(process.platform !== 'linux')('SIGTERM during an export ends cleanly', async () => {
  const id = await create(MEDIUM);
  await exportMail(await create(sampleContent(7, 2000)));
  const workers = listWorkers();
  expect(workers.length).toBeGreaterThan(0);
  const under = tenant.call('POST', `/templates/${id}/export`).catch(() => undefined);
  await Bun.sleep(50);
  server.signalStop();
  const answer = await under;
  expect([200, 503]).toContain(answer?.status as number);
  expect(await server.exited).toBe(0);
  // On a busy machine the system takes a moment to remove a killed process.
  await waitFor('the workers to end', () => !workers.some(isAlive));
  const log = join(place.data, 'galley.db-wal');
  expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
  expect(server.stderr()).not.toContain('"level":50');
});

test.skipIf(process.platform !== 'linux')('exports that take too long for a stop are answered', async () => {
  const ids = [await create(LARGE), await create(sampleContent(15, 1_500_000))];
  const exports = ids.flatMap((id) => [1, 2].map(() => tenant.call('POST', `/templates/${id}/export`)));
  // Long enough for all requests to arrive.
  await Bun.sleep(300);
  server.signalStop();
  for (const { status, body } of await Promise.all(exports)) {
    expect([200, 503]).toContain(status);
    if (status === 503) expect(body.message).toContain('Try again in a moment');
  }
  expect(await server.exited).toBe(0);
  expect(server.stderr()).not.toContain('cut_requests');
});

test.skipIf(process.platform !== 'linux')('SIGKILL of the server leaves no worker behind', async () => {
  const id = await create(LARGE);
  const smallId = await create(sampleContent(8, 20_000));
  const icon = imagesIn(await exportMail(smallId)).find((url) => url.includes('/social/'));
  expect((await fetch(icon ?? '')).status).toBe(200);
  const workers = listWorkers();
  expect(workers.length).toBeGreaterThanOrEqual(2);
  const under = tenant.call('POST', `/templates/${id}/export`).catch(() => undefined);
  await Bun.sleep(50);
  await server.kill();
  await under;
  await waitFor('the workers to end', () => !workers.some(isAlive));
  server = await startServer(place);
  tenant = await openTenant(server.url, credentials);
  expect((await exportMail(smallId)).html).toStartWith('<!doctype html>');
  expect((await askGalley(place, 'check')).faults).toEqual([]);
});

import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isAvailable, mount, unmount } from '../../scripts/test-tools.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import {
  askGalley,
  BINARY,
  createTestDirectory,
  GUARD_MS,
  openTenant,
  runGalley,
  startServer,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

let place: TestDirectory;
beforeEach(() => {
  place = createTestDirectory();
});
afterEach(() => place.remove());

/** Changes the database behind Galley's back. */
function tamper(...statements: string[]): void {
  const sqlite = new Database(join(place.data, 'galley.db'));
  for (const statement of statements) sqlite.run(statement);
  sqlite.close();
}

async function storeOneTemplate() {
  const first = await askGalley(place, 'init');
  const server = await startServer(place);
  const tenant = await openTenant(server.url, first);
  const body = { content: sampleContent(5, 40 * 1024) };
  expect((await tenant.call('POST', '/templates', { body })).status).toBe(201);
  await server.stop();
}

async function expectRefusal(args: string[], reason: RegExp): Promise<void> {
  const { status, stdout, stderr } = await runGalley(place, args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^galley: [^\n]+\n$/);
  expect(stderr).toMatch(reason);
}

test.skipIf(process.platform === 'win32')('nobody else can read the directory or a file in it', async () => {
  mkdirSync(place.data, { mode: 0o755 });
  const server = await startServer(place);
  const kept = createTestDirectory();
  const other = await startServer(kept);
  expect(statSync(kept.data).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(place.data)) {
    expect([file, statSync(join(place.data, file)).mode & 0o077]).toEqual([file, 0]);
  }
  await Promise.all([server.stop(), other.stop()]);
  kept.remove();
});

test('a second server on the same data is refused, and the first is not disturbed', async () => {
  const server = await startServer(place);
  await expectRefusal(['serve', '--port', '0'], /Another Galley is using the data directory .*--data/);
  expect((await fetch(`${server.url}/api/v1/health`)).status).toBe(200);
  expect((await runGalley(place, ['team', 'list'])).status).toBe(0);
  expect(await server.stop()).toBe(0);
});

test('a port in use is refused, even if another Galley uses it', async () => {
  const other = createTestDirectory();
  const server = await startServer(other);
  const { port } = new URL(server.url);
  await expectRefusal(
    ['serve', '--port', port],
    new RegExp(`Cannot listen on 127\\.0\\.0\\.1:${port}.*--port`),
  );
  // Nothing is lost by the failed attempt: the first run that works shows the credentials.
  const second = await startServer(place);
  expect(second.stdout()).toContain('client secret');
  await Promise.all([server.stop(), second.stop()]);
  other.remove();
});

test('data written by a newer Galley is refused and left as it is', async () => {
  await storeOneTemplate();
  tamper("INSERT INTO schema_migrations (tag, applied_at) VALUES ('9999_from_the_future', 0)");
  const before = readFileSync(join(place.data, 'galley.db'));
  for (const args of [['serve', '--port', '0'], ['check'], ['team', 'list'], ['init']]) {
    await expectRefusal(args, /newer Galley.*9999_from_the_future/);
  }
  expect(readFileSync(join(place.data, 'galley.db')).equals(before)).toBe(true);
});

test('check finds a stored content that was changed, with status 1', async () => {
  await storeOneTemplate();
  expect(await askGalley(place, 'check')).toMatchObject({
    ok: true,
    contents_checked: 1,
    files_checked: 0,
    orphaned_files: 0,
    orphans: [],
    quarantined_files: 0,
    quarantine: [],
    faults: [],
  });
  tamper(`UPDATE contents SET json = replace(json, 'orchard', 'ORCHARD')`);
  const inJson = await runGalley(place, ['check', '--json']);
  expect(inJson.status).toBe(1);
  expect(JSON.parse(inJson.stdout)).toMatchObject({ ok: false, contents_checked: 1 });
  const inWords = await runGalley(place, ['check']);
  expect(inWords.status).toBe(1);
  expect(inWords.stdout).toContain('its hash differs');
  const server = await startServer(place);
  expect((await runGalley(place, ['check'])).status).toBe(1);
  await server.stop();
});

test('check finds wrong counters, unused contents and dangling references', async () => {
  await storeOneTemplate();
  tamper(
    'PRAGMA foreign_keys = OFF',
    'UPDATE tenants SET template_count = 7',
    "INSERT INTO contents (tenant_id, hash, json) VALUES (1, x'00', '{}')",
    'UPDATE projects SET team_id = 1',
  );
  const { status, stdout } = await runGalley(place, ['check', '--json']);
  expect(status).toBe(1);
  const faults = JSON.parse(stdout).faults.join('\n');
  for (const reason of [
    'counter says 7 templates, 1 exist',
    'belong to no template',
    'hash differs',
    'projects',
  ]) {
    expect(faults).toContain(reason);
  }
});

test('a file that is no database is refused in words', async () => {
  mkdirSync(place.data);
  writeFileSync(join(place.data, 'galley.db'), 'This is a letter, not a database. '.repeat(200));
  for (const args of [['serve', '--port', '0'], ['check'], ['init']])
    await expectRefusal(args, /not a database/);
  expect(readFileSync(join(place.data, 'galley.db'), 'utf8')).toStartWith('This is a letter');
});

test('a data directory that is a file is refused in words', async () => {
  writeFileSync(place.data, 'a file');
  for (const args of [['serve', '--port', '0'], ['init']]) await expectRefusal(args, /galley-data/);
});

test('an unusable plans file is refused, naming file and field', async () => {
  await askGalley(place, 'init');
  writeFileSync(
    join(place.data, 'plans.json'),
    '{"gold": {"extends": "scale", "limits": {"max_templates": "many"}}}',
  );
  await expectRefusal(['serve', '--port', '0'], /plans\.json.*gold\.limits\.max_templates/);
  writeFileSync(join(place.data, 'plans.json'), '{"gold": {"extends": "scale"}}');
  const made = await askGalley(place, 'project', 'create', '--name', 'G', '--plan', 'gold');
  expect(made.plan).toBe('gold');
  writeFileSync(join(place.data, 'plans.json'), '{}');
  await expectRefusal(['serve', '--port', '0'], /plan "gold"/);
});

const isRoot = process.getuid?.() === 0;

/** Makes a read-only folder; root ignores modes, so for root it is a filesystem mounted read-only. */
function makeReadOnly(folder: string): () => void {
  mkdirSync(folder);
  if (!isRoot) {
    chmodSync(folder, 0o555);
    return () => chmodSync(folder, 0o755);
  }
  expect(mount('ro,size=64k', folder)).toBe(true);
  return () => unmount(folder);
}

const NOBODY = 65534;

/** Runs a copy of the executable as this user and group, because they may not enter the folders above the original. */
function runAs(id: number, args: string[]): { exitCode: number; said: string } {
  const folder = join(place.dir, 'bin');
  const copy = join(folder, 'galley');
  chmodSync(place.dir, 0o755);
  if (!existsSync(copy)) {
    mkdirSync(folder);
    copyFileSync(BINARY, copy);
    for (const path of [folder, copy]) chmodSync(path, 0o755);
  }
  const command = ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', copy, ...args];
  const { exitCode, stderr } = Bun.spawnSync(command, { env: place.env, cwd: place.dir });
  return { exitCode, said: stderr.toString() };
}

const testAsRoot = test.skipIf(!isAvailable('the rights of root'));

testAsRoot('an executable in a folder that its user may not enter runs, and the server too', async () => {
  expect(runAs(NOBODY, ['version'])).toEqual({ exitCode: 0, said: '' });
  chmodSync(join(place.dir, 'bin'), 0o700);
  const { exitCode, said } = runAs(NOBODY, ['serve', '--port', '0']);
  expect([exitCode, said]).toEqual([1, expect.stringMatching(/^galley: .*galley-data.*\n$/)]);
});

testAsRoot('a read-only file of the database is named to its owner, with what to do', async () => {
  await askGalley(place, 'init');
  for (const name of ['.', ...readdirSync(place.data, { recursive: true })])
    chownSync(join(place.data, `${name}`), NOBODY, NOBODY);
  expect(runAs(NOBODY, ['project', 'list'])).toEqual({ exitCode: 0, said: '' });
  for (const [name, said] of [
    ['galley.db', 'is yours but may not be written. Change its mode, for example: chmod u+rwX '],
    ['galley.db-wal', 'is read-only or belongs to another user). Choose another with --data'],
    ['galley.db-shm', 'is read-only or belongs to another user). Choose another with --data'],
  ] as const) {
    const file = join(place.data, name);
    if (!existsSync(file)) writeFileSync(file, '');
    chownSync(file, NOBODY, NOBODY);
    chmodSync(file, 0o400);
    const refused = runAs(NOBODY, ['project', 'list']);
    expect([name, refused.exitCode, refused.said]).toEqual([
      name,
      1,
      expect.stringContaining(`${file} ${said}`),
    ]);
    chmodSync(file, 0o600);
  }
});

testAsRoot(
  'a data directory of another user is refused in words, and a backup is not restored into it',
  async () => {
    await askGalley(place, 'init');
    await askGalley(place, 'backup', join(place.dir, 'backup.tar.zst'));
    chmodSync(join(place.dir, 'backup.tar.zst'), 0o644);
    mkdirSync(join(place.dir, 'empty'), { mode: 0o700 });
    for (const args of [
      ['serve', '--port', '0'],
      ['check'],
      ['backup', '/tmp/x.tar.zst'],
      ['doctor'],
      ['restore', join(place.dir, 'backup.tar.zst'), '--data', join(place.dir, 'empty')],
    ]) {
      const { exitCode, said } = runAs(NOBODY, args);
      expect([args[0], exitCode]).toEqual([args[0], 1]);
      expect(said).toMatch(/^galley: .*belongs to (the user root|another user)/);
    }
  },
);

test.skipIf(process.platform === 'win32' || (isRoot && !isAvailable('the right to mount')))(
  'a place that cannot be written to is refused in words',
  async () => {
    const folder = join(place.dir, 'read-only');
    const release = makeReadOnly(folder);
    try {
      for (const data of [folder, join(folder, 'data')]) {
        for (const args of [
          ['init', '--data', data],
          ['serve', '--port', '0', '--data', data],
        ]) {
          await expectRefusal(args, /read-only/);
        }
        expect(existsSync(join(data, 'galley.db'))).toBe(false);
      }
    } finally {
      release();
    }
  },
);

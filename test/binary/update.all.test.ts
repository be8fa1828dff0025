import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { compile } from '../../scripts/compile.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { isAvailable, mount, unmount } from '../../scripts/test-tools.ts';
import { Executable } from '../../src/cli/update/executable.ts';
import { nameExecutable } from '../../src/cli/update/installation.ts';
import { ReleaseSource } from '../../src/cli/update/release-source.ts';
import { findServer } from '../../src/control/client.ts';
import { createPublicFetch } from '../../src/platform/network/public-fetch/index.ts';
import { sha256HexOf } from '../../src/platform/security/crypto.ts';
import { VERSION } from '../../src/platform/version.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import { createKeyPair, NEWER, ReleaseServer } from './release-server.ts';
import {
  BINARY,
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  runGalley,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

const keys = createKeyPair();

let place: TestDirectory;
let releases: ReleaseServer;
let server: Server;
let tenant: Tenant;
let program: string;

beforeAll(async () => {
  const { place: made, first } = await createInitializedDirectory();
  place = made;
  mkdirSync(join(place.dir, 'bin'));
  program = join(place.dir, 'bin/galley');
  copyFileSync(BINARY, program);
  place.binary = program;
  releases = new ReleaseServer(join(place.dir, 'release'));
  server = await startServer(place, ['--port', String(findFreePort())]);
  tenant = await openTenant(server.url, first);
});
afterAll(async () => {
  await server.stop();
  place.remove();
  await releases.stop();
});

const update = () =>
  runGalley(place, ['update', '--yes'], {
    GALLEY_RELEASE_URL: releases.url,
    GALLEY_RELEASE_KEYS: keys.public,
  });

const hashOf = (file: string) => sha256HexOf(Bun.file(file));
const listNames = async () =>
  (await tenant.call('GET', '/templates')).body.data.map(({ name }: { name: string }) => name).sort();
/** Calls `use` with an executable in a folder on a disk with these options. */
async function onDisk(options: string, use: (executable: Executable) => unknown): Promise<void> {
  const folder = mkdtempSync(join(place.dir, 'disk-'));
  mount(options, folder);
  try {
    await use(new Executable(join(folder, 'galley')));
  } finally {
    unmount(folder);
  }
}

/** A worker process, which is started for it, draws the template. */
const createTemplate = async (name: string) => {
  const created = await tenant.call('POST', '/templates', {
    body: { name, content: sampleContent(1, 2000) },
  });
  const drawn = await tenant.call('POST', `/templates/${created.body.data.id}/export`, { body: {} });
  return [created.status, drawn.status];
};

/** Requests one after the other, until it is called: then it tells which statuses and failures there were. */
function keepAsking(): () => Promise<{ seen: (number | string)[]; count: number }> {
  let isOver = false;
  let count = 0;
  const seen = new Set<number | string>();
  const asking = (async () => {
    for (; !isOver; count += 1) {
      const answer = await tenant
        .call('GET', '/templates')
        .catch((error) => ({ status: String(error.code) }));
      seen.add(answer.status);
      await Bun.sleep(5);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return { seen: [...seen], count };
  };
}

/** A new version that does not become ready: a script in the place of the executable. `serve` is its body. */
const brokenVersion = (serve: string) => `#!${process.execPath}
const { Database } = require('bun:sqlite');
const { rmSync } = require('node:fs');
if (process.argv[2] === 'version') {
  console.log(JSON.stringify({ galley: '${NEWER}' }, null, 2));
  process.exit(0);
}
const data = ${JSON.stringify(place.data)};
async function takeOver() {
  await fetch('http://galley/replace', { method: 'POST', body: '{}', unix: data + '/control.sock' });
  const lock = new Database(data + '/galley.lock');
  lock.run('PRAGMA busy_timeout = 30000');
  lock.run('PRAGMA journal_mode = MEMORY');
  lock.run('BEGIN EXCLUSIVE');
}
function migrate() {
  require('node:fs').mkdirSync(data + '/backups', { recursive: true });
  const sqlite = new Database(data + '/galley.db');
  const stamp = new Date().toISOString().replaceAll(':', '-');
  sqlite.query('VACUUM INTO ?').run(data + '/backups/galley-' + stamp + '.db');
  sqlite.run("INSERT INTO schema_migrations (tag, applied_at) VALUES ('9999_newer', 1)");
  sqlite.run('CREATE TABLE newer (text)');
}
(async () => {
  ${serve}
})();
`;

describe.if(process.platform === 'linux')('galley update', () => {
  const expectFormer = async () => {
    expect(await findServer(place.data)).toMatchObject({ version: VERSION, pid: server.pid });
    expect(await hashOf(program)).toBe(await hashOf(BINARY));
    expect(readdirSync(join(place.dir, 'bin'))).toEqual(['galley']);
    expect(existsSync(join(place.data, 'failed-update.json'))).toBe(false);
    expect(await runGalley(place, ['check'])).toMatchObject({ status: 0 });
  };

  test.skipIf(!isAvailable('the right to mount'))('needs a disk that is mounted for writing', () =>
    onDisk('ro,size=64k', (executable) => {
      expect(() => executable.reserve()).toThrow(/is mounted for reading only/);
    }),
  );

  test.skipIf(!isAvailable('the right to mount'))('needs room for the download', () =>
    onDisk('size=1m', async (executable) => {
      await releases.publish(new Uint8Array(2_000_000), keys);
      const source = new ReleaseSource(releases.url, createPublicFetch({ allowPrivate: ['127.0.0.1'] }));
      writeFileSync(executable.path, 'former');
      executable.reserve();
      const wanted = { version: NEWER, name: nameExecutable(), keys: [keys.public] };
      await expect(executable.fetch(source, wanted)).rejects.toThrow(
        /There is no room for another executable/,
      );
      expect(readFileSync(executable.path, 'utf8')).toBe('former');
    }),
  );

  test('lets the server run on if the new version ends before it takes over', async () => {
    await releases.publish(brokenVersion('process.exit(1)'), keys);
    const stopAsking = keepAsking();
    const { status, stderr } = await update();
    expect([status, stderr]).toEqual([1, expect.stringContaining('The server was not interrupted')]);
    expect((await stopAsking()).seen).toEqual([200]);
    await expectFormer();
  });

  test('puts the database back that the new version has migrated before it ended', async () => {
    expect(await createTemplate('Before')).toEqual([201, 200]);
    await releases.publish(brokenVersion('await takeOver(); migrate(); process.exit(1)'), keys);
    const { status, stderr } = await update();
    expect([status, stderr]).toEqual([1, expect.stringContaining('had migrated the database')]);
    await expectFormer();
    expect(await listNames()).toContain('Before');
    expect(await createTemplate('After')).toEqual([201, 200]);
    const kept = /What was written after it is in (\S+):/.exec(stderr)?.[1] ?? '';
    const migrated = new Database(kept, { readonly: true });
    expect(migrated.query("SELECT count(*) AS count FROM sqlite_master WHERE name = 'newer'").get()).toEqual({
      count: 1,
    });
    migrated.close();
  });

  test('starts the former version again if the new one has taken the data and is not ready', async () => {
    await releases.publish(brokenVersion('await takeOver(); await Bun.sleep(1e9)'), keys);
    const { status, stderr } = await update();
    expect([status, stderr]).toEqual([1, expect.stringContaining('it was not ready within 60 seconds')]);
    expect(stderr).toContain('it has everything that was acknowledged');
    await expectFormer();
    expect(await listNames()).toContain('After');
  });

  test('replaces executable and server while requests are answered', async () => {
    const newer = join(place.dir, 'newer');
    await compile(newer, undefined, undefined, NEWER);
    await releases.publish(await Bun.file(newer).bytes(), keys);
    const stopAsking = keepAsking();
    const { status, stdout, stderr } = await update();
    const { seen, count } = await stopAsking();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Galley ${NEWER} serves. The former version is ${program}.previous.`);
    expect(seen).toEqual([200]);
    expect(count).toBeGreaterThan(20);
    const found = await findServer(place.data);
    expect(found).toMatchObject({ version: NEWER, pid: server.pid, executable: program });
    expect(await hashOf(program)).toBe(await hashOf(newer));
    expect(await hashOf(`${program}.previous`)).toBe(await hashOf(BINARY));
    expect(readdirSync(join(place.dir, 'bin')).sort()).toEqual(['galley', 'galley.previous']);
    expect(existsSync(/The backup is (\S+)\.\n/.exec(stdout)?.[1] ?? '')).toBe(true);
    // The process is the one that a service manager knows, and the one that helped has ended.
    const left = readdirSync('/proc').filter((pid) => isServer(pid));
    expect(left).toEqual([String(server.pid)]);
    const again = await update();
    expect(again).toEqual({ status: 0, stdout: `Galley ${NEWER} is installed already.\n`, stderr: '' });
  });

  const isServer = (pid: string) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
      return command[0] === program && command[1] === 'serve';
    } catch {
      return false;
    }
  };
});

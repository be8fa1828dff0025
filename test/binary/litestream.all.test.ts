import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { landscape, makeJpeg } from '../support/make-pictures.ts';
import { readRows } from '../support/read-rows.ts';
import { smallContent } from '../support/test-app.ts';
import { mediaOf } from './media-uploads.ts';
import {
  createInitializedDirectory,
  type FirstRun,
  GUARD_MS,
  openTenant,
  runGalley,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

/** The package of npm has one for most systems. */
const LITESTREAM = resolve(
  import.meta.dir,
  `../../node_modules/@flydotio/litestream-${process.platform}-${process.arch}/litestream`,
);
const isThere = existsSync(LITESTREAM);

let place: TestDirectory;
let first: FirstRun;
let server: Server;
let tenant: Tenant;
let replication: Bun.Subprocess;

const replica = () => join(place.dir, 'replica');
const configFile = () => join(place.dir, 'litestream.yml');

/** As in docs/backup.md, with shorter times, and checkpoints as often as after hours. */
const config = () => `dbs:
  - path: ${place.data}/galley.db
    monitor-interval: 100ms
    min-checkpoint-page-count: 200
    checkpoint-interval: 1s
    replicas:
      - path: ${replica()}
        sync-interval: 100ms
`;

function replicate(): Bun.Subprocess {
  return Bun.spawn([LITESTREAM, 'replicate', '-config', configFile()], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
}

/** Restores the database into a new data directory. Returns the names of its templates; undefined if there is no replica yet. */
async function restore(data: string): Promise<Set<string> | undefined> {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  const child = Bun.spawn(
    [
      LITESTREAM,
      'restore',
      '-config',
      configFile(),
      '-o',
      join(data, 'galley.db'),
      `${place.data}/galley.db`,
    ],
    {
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  );
  if ((await child.exited) !== 0) return undefined;
  const rows = await readRows<{ name: string }>({ deps: { dataDir: data } }, 'SELECT name FROM templates');
  return new Set(rows.map(({ name }) => name));
}

/** Creates templates one after the other until `isOver`; returns the names of those that were acknowledged. */
async function write(prefix: string, isOver: (acknowledged: number) => boolean): Promise<string[]> {
  const names: string[] = [];
  for (let i = 0; !isOver(names.length); i += 1) {
    const name = `${prefix} ${i}`;
    const body = { name, content: smallContent(`${name} ${'words '.repeat(3_000)}`) };
    const answer = await tenant.call('POST', '/templates', { body }).catch(() => undefined);
    if (answer?.status !== 201) break;
    names.push(name);
  }
  return names;
}

beforeAll(async () => {
  if (!isThere) return;
  ({ place, first } = await createInitializedDirectory());
  writeFileSync(configFile(), config());
  server = await startServer(place);
  tenant = await openTenant(server.url, first, 'acme');
  replication = replicate();
});
afterAll(async () => {
  replication?.kill('SIGKILL');
  await replication?.exited;
  await server?.stop();
  place?.remove();
});

describe.skipIf(!isThere)('beside Litestream', () => {
  test('what was replicated before both were killed is restored, and nothing is half there', async () => {
    const picture = await mediaOf(server, tenant).upload(await makeJpeg(40, 30, landscape), 'photo.jpg');
    expect(picture.status).toBe(201);
    const before = await write('before', (count) => count === 150);
    expect(before).toHaveLength(150);
    const restored = join(place.dir, 'restored');
    await waitFor('the replica to have it all', async () => {
      const names = await restore(restored);
      return names !== undefined && before.every((name) => names.has(name));
    });
    let isOver = false;
    const writing = write('later', () => isOver);
    await Bun.sleep(500);
    await server.kill();
    replication.kill('SIGKILL');
    await replication.exited;
    isOver = true;
    const later = await writing;
    const names = (await restore(restored)) as Set<string>;
    expect(before.filter((name) => !names.has(name))).toEqual([]);
    // Changes are restored in the order in which they were made, without gaps.
    const kept = later.filter((name) => names.has(name));
    expect(kept).toEqual(later.slice(0, kept.length));
    cpSync(join(place.data, 'media'), join(restored, 'media'), { recursive: true });
    const checked = await runGalley(place, ['check', '--data', restored]);
    expect([checked.status, checked.stdout]).toEqual([0, expect.stringContaining('1 media file')]);
  });

  test('the server starts again after it was killed, and its own backup works', async () => {
    server = await startServer(place);
    replication = replicate();
    tenant = await openTenant(server.url, first, 'acme');
    expect(await write('again', (count) => count === 5)).toHaveLength(5);
    const file = join(place.dir, 'backup.tar.zst');
    const made = await runGalley(place, ['backup', file]);
    expect([made.status, made.stderr]).toEqual([0, expect.any(String)]);
    expect((await runGalley(place, ['backup', 'verify', file])).status).toBe(0);
  });

  test('the server does not wait for Litestream when it stops', async () => {
    const started = performance.now();
    await server.stop();
    // SQLite would wait five seconds for the other program.
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(server.stderr()).not.toContain('"level":50');
    server = await startServer(place);
    tenant = await openTenant(server.url, first, 'acme');
    expect(await write('at last', (count) => count === 1)).toHaveLength(1);
  });
});

import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAvailable, mount, unmount } from '../../scripts/test-tools.ts';
import { drawPng, writePdf } from '../features/media/library.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import { dumpDatabase } from '../support/database-dump.ts';
import { startS3 } from '../support/s3-server.ts';
import { mediaOf } from './media-uploads.ts';
import {
  askGalley,
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
let place: TestDirectory;
let first: FirstRun;
let backup: string;
beforeEach(async () => {
  ({ place, first } = await createInitializedDirectory());
  backup = join(place.dir, 'backup.tar.zst');
});
afterEach(() => place.remove());

const contentOf = (mark: string) => {
  const content = sampleContent(3, 30_000);
  return { ...content, settings: { ...content.settings, preheaderText: mark } };
};

/** Every file below a folder with its bytes, in base64. */
function readFolder(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(folder.length), readFileSync(file).toString('base64')]),
  );
}

async function fillTenant(tenant: Tenant, server: Server): Promise<void> {
  const media = mediaOf(server, tenant);
  for (let n = 0; n < 5; n += 1) {
    const { status, body } = await tenant.call('POST', '/templates', {
      body: { name: `letter ${n}`, content: contentOf(`first ${n}`) },
    });
    expect(status).toBe(201);
    const path = `/templates/${body.data.id}`;
    await tenant.call('PUT', path, { body: { content: contentOf(`second ${n}`) } });
    expect((await media.upload(drawPng(n), `picture ${n}.png`)).status).toBe(201);
  }
  expect((await media.upload(writePdf('a document'), 'file.pdf')).status).toBe(201);
}

describe('a backup of a server at rest', () => {
  test('restores every row and every file, byte for byte', async () => {
    writeFileSync(join(place.data, 'plans.json'), '{}');
    const server = await startServer(place);
    await fillTenant(await openTenant(server.url, first), server);
    const result = await askGalley(place, 'backup', backup);
    expect(result).toMatchObject({ file: backup, is_encrypted: false, bytes: statSync(backup).size });
    expect(result.warnings).toEqual([expect.stringContaining('same disk')]);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    await server.stop();
    const data = join(place.dir, 'restored');
    const restored = await askGalley(place, 'restore', backup, '--data', data);
    expect(restored).toMatchObject({ ok: true, data, faults: [], media_files: result.media_files });
    expect(restored.rows).toMatchObject({ templates: 5, media_files: 6 });
    expect(readdirSync(data).sort()).toEqual(['galley.db', 'galley.lock', 'media', 'plans.json']);
    // The action is recorded after the copy.
    const withoutBackup = (dump: string) => dump.replaceAll(/^.*"backup\.created".*\n?/gm, '');
    const original = withoutBackup(await dumpDatabase({ deps: { dataDir: place.data } }));
    expect(withoutBackup(await dumpDatabase({ deps: { dataDir: data } }))).toBe(original);
    const { '/lastwrite': _last, ...files } = readFolder(join(place.data, 'media/files'));
    const { '/lastwrite': _new, ...again } = readFolder(join(data, 'media/files'));
    expect(Object.keys(again).length).toBeGreaterThan(5);
    expect(again).toEqual(files);
    expect((await runGalley(place, ['backup', 'verify', backup])).stdout).toMatch(
      /^The backup can be restored\./,
    );
    expect(readdirSync(place.dir).filter((name) => name.startsWith('galley-verify'))).toEqual([]);
  });

  test('can be encrypted, and then needs its passphrase', async () => {
    const secret = join(place.dir, 'secret');
    writeFileSync(secret, 'correct horse battery staple\n');
    const made = await askGalley(place, 'backup', backup, '--passphrase-file', secret);
    expect(made.is_encrypted).toBe(true);
    expect(readFileSync(backup).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const data = join(place.dir, 'restored');
    const refused = await runGalley(place, ['restore', backup, '--data', data]);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('is encrypted');
    const restored = await askGalley(place, 'restore', backup, '--data', data, '--passphrase-file', secret);
    expect(restored).toMatchObject({ ok: true, rows: { projects: 1 } });
  });

  test.each([
    ['a name that is taken', () => backup, /already/],
    ['a directory that is not there', () => join(place.dir, 'none', 'x'), /no directory/],
    ['a file with the name of a directory', () => `${backup}/x.tar.zst`, /no directory/],
  ])('refuses %s', async (_what, target, message) => {
    writeFileSync(backup, 'precious');
    const { status, stderr } = await runGalley(place, ['backup', target()]);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(readFileSync(backup, 'utf8')).toBe('precious');
  });
});

describe('a backup while people write', () => {
  test('has everything that was acknowledged before it began, and verifies', async () => {
    const server = await startServer(place);
    const tenant = await openTenant(server.url, first);
    const media = mediaOf(server, tenant);
    const acknowledged = new Map<string, { version: number; mark: string }>();
    const uploaded: string[] = [];
    let isRunning = true;
    const write = async (own: number) => {
      for (let n = 0; isRunning; n += 1) {
        const mark = `writer ${own} number ${n}`;
        const id = [...acknowledged.keys()][own + n * 3];
        const path = n % 3 > 0 && id !== undefined ? `/templates/${id}` : '/templates';
        const answer = await tenant
          .call(path === '/templates' ? 'POST' : 'PUT', path, { body: { content: contentOf(mark) } })
          .catch(() => undefined);
        if (answer?.status !== 200 && answer?.status !== 201) continue;
        const { id: written, version } = answer.body.data;
        if ((acknowledged.get(written)?.version ?? 0) < version) acknowledged.set(written, { version, mark });
      }
    };
    const upload = async () => {
      for (let n = 0; isRunning; n += 1) {
        const answer = await media.upload(drawPng(1000 + n), `${n}.png`).catch(() => undefined);
        if (answer?.status !== 201) continue;
        uploaded.push(answer.body.data.id);
        // Every other file is deleted again: its stored file must not vanish from a backup that has its row.
        if (n % 2 === 1) {
          const id = uploaded.splice(0, 1)[0];
          await tenant.call('POST', '/media/delete', { body: { ids: [id] } }).catch(() => undefined);
        }
      }
    };
    const writers = [write(0), write(1), write(2), upload()];
    await waitFor('some writes', () => acknowledged.size > 20 && uploaded.length > 3);
    const before = new Map(acknowledged);
    const result = await askGalley(place, 'backup', backup);
    expect(result.warnings).toEqual([expect.stringContaining('same disk')]);
    await Bun.sleep(300);
    await server.kill();
    isRunning = false;
    await Promise.all(writers);
    const data = join(place.dir, 'restored');
    expect(await askGalley(place, 'restore', backup, '--data', data)).toMatchObject({ ok: true, faults: [] });
    const restored = await startServer(place, ['--data', data]);
    const again = await openTenant(restored.url, first);
    for (const [id, { version, mark }] of before) {
      const { status, body } = await again.call('GET', `/templates/${id}`);
      expect({ id, status }).toEqual({ id, status: 200 });
      expect(body.data.version).toBeGreaterThanOrEqual(version);
      if (body.data.version === version) expect(body.data.content.settings.preheaderText).toBe(mark);
    }
    expect(restored.stderr()).not.toContain('missing in the file store');
    await restored.stop();
  });
});

describe('a restore', () => {
  beforeEach(async () => {
    await askGalley(place, 'backup', backup);
  });

  test('needs a new or empty directory', async () => {
    const { status, stderr } = await runGalley(place, ['restore', backup]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^galley: The directory \S+ is not empty: it has [^\n]*galley\.db[^\n]+\n$/,
      ),
    });
  });

  test('of two at once, one wins', async () => {
    const data = join(place.dir, 'restored');
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => runGalley(place, ['restore', backup, '--data', data])),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([0, 1, 1]);
    expect((await runGalley(place, ['check', '--data', data])).status).toBe(0);
  });
});

test.skipIf(!isAvailable('the right to mount'))('a full disk leaves nothing behind', async () => {
  const server = await startServer(place);
  await fillTenant(await openTenant(server.url, first), server);
  const small = join(place.dir, 'small');
  mkdirSync(small);
  expect(mount('size=16k', small)).toBe(true);
  try {
    const { status, stderr } = await runGalley(place, ['backup', join(small, 'x.tar.zst')]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('no disk space') });
    expect(readdirSync(small)).toEqual([]);
    await askGalley(place, 'backup', backup);
    const refused = await runGalley(place, ['restore', backup, '--data', small, '--allow-ephemeral']);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('free') });
    expect(readdirSync(small).filter((name) => name !== 'galley.lock')).toEqual([]);
  } finally {
    unmount(small);
  }
  await server.stop();
});

test('a bucket: a backup of a running server, verified, chosen by its time, and restored', async () => {
  const s3 = await startS3();
  const settings = Object.entries(s3.settings).map(([name, value]) => [
    `GALLEY_${name.toUpperCase()}`,
    value,
  ]);
  const target = 's3://backups/nightly';
  Object.assign(place.env, Object.fromEntries(settings), { GALLEY_BACKUP_TARGET: target });
  try {
    const server = await startServer(place);
    await fillTenant(await openTenant(server.url, first), server);
    const { backup: made } = await askGalley(place, 'backup', 'run');
    expect(made).toMatchObject({ state: 'verified', target });
    expect((await askGalley(place, 'backup', 'list')).items).toEqual([made]);
    const byHand = `${target}/by-hand.tar.zst`;
    expect((await askGalley(place, 'backup', byHand)).file).toBe(byHand);
    await server.stop();
    expect((await askGalley(place, 'backup', 'list', target)).items).toHaveLength(1);
    expect(await askGalley(place, 'backup', 'verify', target)).toMatchObject({ ok: true });
    const unwritable = await runGalley(place, ['backup', 'verify', target], { TMPDIR: '/proc' });
    expect(unwritable.stderr).toMatch(/^galley: Nothing can be written to \/proc: .* with --scratch\.\n$/);
    const data = join(place.dir, 'restored');
    const restored = await askGalley(place, 'restore', target, '--point', made.name, '--data', data);
    expect(restored).toMatchObject({ ok: true, rows: { templates: 5, media_files: 6 } });
    expect(readdirSync(place.dir).filter((name) => name.startsWith('galley-'))).toEqual(['galley-data']);
    const none = await runGalley(place, ['restore', target, '--point', '2001', '--data', `${data}-2`]);
    expect(none).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no backup at or before "2001"'),
    });
  } finally {
    s3.stop();
  }
});

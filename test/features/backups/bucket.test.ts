import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackup } from '../../../src/features/backups/index.ts';
import { BucketTarget } from '../../../src/features/backups/targets/bucket.ts';
import { choosePoint } from '../../../src/features/backups/targets/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { startS3 } from '../../support/s3-server.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
let app: TestApp;
let scratch: string;
beforeAll(async () => {
  s3 = await startS3();
  scratch = mkdtempSync(join(tmpdir(), 'galley-scratch-'));
  app = await createTestApp({ ...s3.settings, backup_target: 's3://backups/shop', backup_keep: 1 });
});
afterAll(async () => {
  await app.stop();
  s3.stop();
  rmSync(scratch, { recursive: true });
});
beforeEach(() => {
  app.clock.advance(60_000);
  s3.behave('well');
});

const open = (address: string, stallMs?: number) => new BucketTarget(address, s3.settings, scratch, stallMs);
const targetOf = ({ deps }: TestApp) => deps.services.backups.schedule?.target as BucketTarget;

describe('backups in a bucket', () => {
  test('are stored, read back and verified, listed, and removed when they are old', async () => {
    const { schedule } = app.deps.services.backups;
    const first = await schedule?.run(adminScope);
    expect(first?.run).toMatchObject({ state: 'verified', target: 's3://backups/shop' });
    app.clock.advance(60_000);
    const second = await schedule?.run(adminScope);
    expect(second?.removed).toEqual([first?.run.name as string]);
    expect(await targetOf(app).list()).toEqual([
      { name: second?.run.name as string, bytes: second?.run.bytes as number },
    ]);
    expect(readdirSync(app.deps.incomingDir)).toEqual([]);
  });

  test('are made on command below a prefix or under a name, never over another', async () => {
    const create = (file: string) => perform(createBackup, app.deps, adminScope, { file, passphrase: '' });
    const made = await create('s3://backups/by-hand');
    expect(made.file).toMatch(/^s3:\/\/backups\/by-hand\/galley-.*\.tar\.zst$/);
    const named = await create('s3://backups/by-hand/before-upgrade.tar.zst');
    expect(named.file).toBe('s3://backups/by-hand/before-upgrade.tar.zst');
    await expect(create('s3://backups/by-hand/before-upgrade.tar.zst')).rejects.toThrow('already');
  });

  test('several parts arrive byte for byte', async () => {
    const target = open('s3://backups/large/');
    const bytes = new Uint8Array(20 * 1024 * 1024).map((_, index) => (index * 7919) % 251);
    const name = 'galley-2026-11-22T03-30-00.tar.zst';
    await target.store(name, (path) => Bun.write(path, bytes));
    const found = await target.fetch(name, async (path) => Bun.file(path).bytes());
    expect(Buffer.compare(found, bytes)).toBe(0);
    await target.remove(name);
    await target.remove(name);
    expect(await target.list()).toEqual([]);
    expect(readdirSync(scratch)).toEqual([]);
  });

  test('an unknown name is not found', async () => {
    await expect(open('s3://backups/x').fetch('galley-1.tar.zst', async () => 1)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  const failures = [
    ['stalls', 'no answer'],
    ['refuses', 'AccessDenied. Give the access key the rights'],
    ['forgets', 'at s3://backups/bad'],
  ] as const;
  test.each(failures)(
    'a service that %s: the backup fails with a sentence, and nothing is left',
    async (how, said) => {
      s3.behave(how);
      const target = open('s3://backups/bad', how === 'stalls' ? 100 : undefined);
      const stored = target.store('galley-2026-11-22T03-30-00.tar.zst', async (path) =>
        writeFileSync(path, 'x'),
      );
      await expect(stored).rejects.toThrow(said);
      await expect(stored).rejects.toMatchObject({ name: 'DomainError' });
      expect(readdirSync(scratch)).toEqual([]);
      s3.behave('well');
      expect(await target.list()).toEqual([]);
    },
  );

  test('a bucket that does not exist, and a service that cannot be reached', async () => {
    await expect(open('s3://nothing-there/x').list()).rejects.toThrow('NoSuchBucket. Create the bucket');
    const away = new BucketTarget(
      's3://backups',
      { ...s3.settings, s3_endpoint: 'http://127.0.0.1:1' },
      scratch,
    );
    await expect(away.list()).rejects.toThrow('Check GALLEY_S3_ENDPOINT');
  });
});

describe('the point to restore', () => {
  const backups = ['2026-11-20T03-30-00', '2026-11-21T03-30-00', '2026-11-21T15-30-00'].map((time) => ({
    name: `galley-${time}.tar.zst`,
    bytes: 1,
  }));
  const cases: [string | undefined, string | undefined][] = [
    [undefined, backups[2]?.name],
    ['2026-11-21', backups[2]?.name],
    ['2026-11-21 12:00', backups[1]?.name],
    ['2026-11-21T03:30:00Z', backups[1]?.name],
    ['2026-11-21T03:29', backups[0]?.name],
    ['2026-11-19', undefined],
    [backups[0]?.name, backups[0]?.name],
  ];
  test.each(cases)('%p is %p', (point, name) => {
    expect(choosePoint(backups, point)?.name).toBe(name as string);
  });

  test.each([
    'yesterday',
    '22.11.2026',
    '2026/11/22',
    '2026-11-21T12:00+02:00',
    '2026-13-01',
    '2026-11-21T24',
    'latest',
    '',
  ])('%p is refused, and is not the newest', (point) => {
    expect(() => choosePoint(backups, point)).toThrow('--point must be the name of a backup, or a time');
  });

  test('a name that is not there is not the newest', () => {
    expect(choosePoint(backups, 'galley-2026-11-21T03-31-00.tar.zst')).toBeUndefined();
  });
});

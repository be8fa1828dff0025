import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalFileStore } from '../../../src/drivers/local-files.ts';
import { BucketFileStore } from '../../../src/drivers/s3/files.ts';
import { copyFiles, requireOwnFiles } from '../../../src/drivers/transfer/copy-files.ts';
import { createLogger } from '../../../src/platform/logging/log.ts';
import type { FileStore } from '../../../src/platform/ports/file-store.ts';
import { startS3 } from '../../support/s3-server.ts';

const log = createLogger({ level: 'silent', format: 'json' });
let s3: Awaited<ReturnType<typeof startS3>>;
let folder: string;
let serial = 0;
let local: LocalFileStore;
let bucket: BucketFileStore;
beforeAll(async () => {
  s3 = await startS3();
  folder = mkdtempSync(join(tmpdir(), 'galley-copy-'));
});
afterAll(() => {
  s3.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  s3.behave('well');
  serial += 1;
  local = new LocalFileStore(join(folder, `local-${serial}`));
  const files_url = `s3://backups/copy-${serial}`;
  bucket = new BucketFileStore({ ...s3.settings, files_url, files_redirect: false }, log);
  for (const key of KEYS) await put(local, key, `text of ${key}`);
});

const KEYS = [
  'lastwrite',
  'quarantine/20261122/t1/ab/c',
  ...Array.from({ length: 20 }, (_, i) => `t1/aa/f${i}`),
];
const scratch = () => join(folder, 'scratch');
const copy = (from: FileStore, to: FileStore) => copyFiles(from, to, { scratchDir: scratch() });
const textsIn = async (store: FileStore) => {
  const texts: Record<string, string | undefined> = {};
  for await (const { key } of store.list()) texts[key] = await (await store.get(key))?.text();
  return texts;
};

async function put(store: FileStore, key: string, text: string): Promise<void> {
  const path = join(folder, 'to-be-put');
  writeFileSync(path, text);
  await store.put(key, path);
}

test('files go to a bucket and back; the source stays, and repeating copies nothing', async () => {
  const texts = await textsIn(local);
  expect(await copy(local, bucket)).toMatchObject({ files: KEYS.length, present: 0 });
  expect(await textsIn(bucket)).toEqual(texts);
  expect(await textsIn(local)).toEqual(texts);
  expect(await copy(local, bucket)).toMatchObject({ files: KEYS.length, present: KEYS.length });
  const back = new LocalFileStore(join(folder, `back-${serial}`));
  await copy(bucket, back);
  expect(await textsIn(back)).toEqual(texts);
  expect(readdirSync(scratch())).toEqual([]);
});

test('a copy that was cut off is repeated', async () => {
  s3.behave({ code: 'AccessDenied', status: 403, method: 'PUT', times: 1 });
  await expect(copy(local, bucket)).rejects.toMatchObject({ code: 'unavailable' });
  s3.behave('well');
  expect(await copy(local, bucket)).toMatchObject({ files: KEYS.length });
  expect(await textsIn(bucket)).toEqual(await textsIn(local));
});

test('a damaged file in the target is stored again', async () => {
  await put(bucket, 't1/aa/f3', 'TEXT of t1/aa/f3');
  expect(await copy(local, bucket)).toMatchObject({ present: 0 });
  expect(await textsIn(bucket)).toEqual(await textsIn(local));
});

test('a target with other files is refused', async () => {
  await requireOwnFiles(local, bucket);
  await put(bucket, 't9/aa/other', 'x');
  await expect(requireOwnFiles(local, bucket)).rejects.toThrow('such as t9/aa/other. Choose an empty prefix');
});

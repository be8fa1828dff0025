import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalFileStore } from '../../src/drivers/local-files.ts';
import type { FileStore } from '../../src/platform/ports/file-store.ts';
import { clearIncoming, makeIncomingPath } from '../../src/platform/upload.ts';

let folder: string;
let root: string;
let store: FileStore;
let serial = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-files-'));
  root = join(folder, 'files');
  store = createLocalFileStore(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A finished file that waits to be put. */
function makeFile(text: string): string {
  serial += 1;
  const path = join(folder, `incoming-${serial}`);
  writeFileSync(path, text);
  return path;
}

const textOf = async (key: string) => (await store.get(key))?.text();

async function listKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.toSorted();
}

describe('a file store', () => {
  test('keeps a file under its key, and the file it came from is gone', async () => {
    const path = makeFile('hello');
    await store.put('t1/ab/abcd', path);
    expect(existsSync(path)).toBe(false);
    expect(await textOf('t1/ab/abcd')).toBe('hello');
    expect(await store.stat('t1/ab/abcd')).toEqual({ bytes: 5, modifiedAt: expect.any(Number) });
    const facts = await store.stat('t1/ab/abcd');
    expect(Math.abs((facts?.modifiedAt ?? 0) - Date.now())).toBeLessThan(600_000);
  });

  test('lets nobody else read', async () => {
    const path = makeFile('hello');
    await store.put('t1/ab/abcd', path);
    const modeOf = (...steps: string[]) => statSync(join(root, ...steps)).mode & 0o777;
    expect(modeOf('t1', 'ab', 'abcd')).toBe(0o600);
    for (const steps of [[], ['t1'], ['t1', 'ab']]) expect(modeOf(...steps)).toBe(0o700);
  });

  test('hands out a range', async () => {
    await store.put('a', makeFile('0123456789'));
    const file = await store.get('a');
    expect(await file?.slice(2, 5).text()).toBe('234');
    expect(await file?.slice(0, 10).text()).toBe('0123456789');
    expect(file?.slice(9, 10).size).toBe(1);
  });

  test('has nothing where nothing was put', async () => {
    expect(await store.get('t1/no')).toBeUndefined();
    expect(await store.stat('t1/no')).toBeUndefined();
    await store.delete('t1/no');
    expect(await listKeys()).toEqual([]);
    await store.put('t1/yes', makeFile('x'));
    expect(await store.stat('t1')).toBeUndefined();
    expect(await store.stat('t1/yes/below')).toBeUndefined();
  });

  test('takes one key from several at once', async () => {
    const paths = Array.from({ length: 20 }, () => makeFile('the same'));
    await Promise.all(paths.map((path) => store.put('t1/ab/same', path)));
    expect(paths.filter((path) => existsSync(path))).toEqual([]);
    expect(await textOf('t1/ab/same')).toBe('the same');
    expect(await listKeys()).toEqual(['t1/ab/same']);
  });

  test('makes folders for many at once', async () => {
    const keys = Array.from({ length: 30 }, (_, i) => `t${i % 3}/${i % 5}/f${i}`);
    await Promise.all(keys.map((key) => store.put(key, makeFile(key))));
    expect(await listKeys()).toEqual(keys.toSorted());
    for (const key of keys) expect(await textOf(key)).toBe(key);
  });

  test('deletes, and can take the key again', async () => {
    await store.put('t1/a', makeFile('one'));
    const before = await store.get('t1/a');
    await store.delete('t1/a');
    expect(await store.get('t1/a')).toBeUndefined();
    expect(await listKeys()).toEqual([]);
    await store.put('t1/a', makeFile('two'));
    expect(await textOf('t1/a')).toBe('two');
    expect(before).toBeDefined();
  });

  test('lists files with their sizes, and nothing that is none', async () => {
    await store.put('t1/aa/x', makeFile('12345'));
    await store.put('t2/bb/y', makeFile('1'));
    mkdirSync(join(root, 't3', 'empty'), { recursive: true });
    writeFileSync(join(root, 't1', 'Not-A-Key.txt'), 'left by hand');
    const seen = new Map<string, number>();
    for await (const { key, bytes } of store.list()) seen.set(key, bytes);
    expect(Object.fromEntries(seen)).toEqual({ 't1/aa/x': 5, 't2/bb/y': 1 });
  });

  test('refuses a key that is none, whatever is asked', async () => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'secret');
    symlinkSync(secret, join(folder, 'link'));
    const hostile = [
      '',
      '/',
      '../secret',
      'a/../../secret',
      'a//b',
      '/etc/passwd',
      'a/',
      '.',
      'A',
      'a\\b',
      'a\0',
      'a b',
      'ä',
      `${'a/'.repeat(150)}a`,
      'con:',
    ];
    for (const key of hostile) {
      const path = makeFile('x');
      await expect(store.put(key, path)).rejects.toThrow('is not a key');
      expect(existsSync(path)).toBe(true);
      await expect(store.get(key)).rejects.toThrow('is not a key');
      await expect((async () => store.delete(key))()).rejects.toThrow('is not a key');
      await expect((async () => store.stat(key))()).rejects.toThrow('is not a key');
    }
    expect(await Bun.file(secret).text()).toBe('secret');
  });

  test('leaves a file that could not be put where it is', async () => {
    const path = makeFile('x');
    // A file stands where a folder would have to be.
    await store.put('t1', makeFile('in the way'));
    await expect(store.put('t1/a/b', path)).rejects.toThrow();
    expect(existsSync(path)).toBe(true);
    await expect(store.put('t2/a', join(folder, 'not there'))).rejects.toThrow();
    expect(await store.stat('t2/a')).toBeUndefined();
  });
});

describe('the folder for unfinished files', () => {
  test('gives each file a path of its own, also when the folder was lost', async () => {
    const incoming = join(folder, 'incoming');
    const first = await makeIncomingPath(incoming);
    rmSync(incoming, { recursive: true });
    const second = await makeIncomingPath(incoming);
    expect(first).not.toBe(second);
    writeFileSync(second, 'x');
    expect(statSync(incoming).mode & 0o777).toBe(0o700);
  });

  test('is emptied', async () => {
    const incoming = join(folder, 'incoming');
    await clearIncoming(incoming);
    expect(readdirSync(incoming)).toEqual([]);
    writeFileSync(join(incoming, 'left'), 'x');
    mkdirSync(join(incoming, 'folder'));
    writeFileSync(join(incoming, 'folder', 'left'), 'x');
    await clearIncoming(incoming);
    expect(readdirSync(incoming)).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalFileStore } from '../../src/drivers/local-files.ts';
import { clearIncoming, makeIncomingPath } from '../../src/platform/files/upload.ts';
import type { FileStore } from '../../src/platform/ports/file-store.ts';
import { testFileStore } from './file-store-cases.ts';

let folder: string;
let root: string;
let store: FileStore;
let serial = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-files-'));
  root = join(folder, 'files');
  store = new LocalFileStore(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A finished file that waits to be put. */
function makeFile(text: string): string {
  serial += 1;
  const path = join(folder, `incoming-${serial}`);
  writeFileSync(path, text);
  return path;
}

testFileStore('local files', { store: () => store, folder: () => folder });

describe('local files', () => {
  test('other users cannot read', async () => {
    const path = makeFile('hello');
    await store.put('t1/ab/abcd', path);
    const modeOf = (...steps: string[]) => statSync(join(root, ...steps)).mode & 0o777;
    expect(modeOf('t1', 'ab', 'abcd')).toBe(0o600);
    for (const steps of [[], ['t1'], ['t1', 'ab']]) expect(modeOf(...steps)).toBe(0o700);
  });

  test('lists files with their sizes, and nothing else', async () => {
    await store.put('t1/aa/x', makeFile('12345'));
    await store.put('t2/bb/y', makeFile('1'));
    mkdirSync(join(root, 't3', 'empty'), { recursive: true });
    writeFileSync(join(root, 't1', 'Not-A-Key.txt'), 'left by hand');
    const seen = new Map<string, number>();
    for await (const { key, bytes } of store.list()) seen.set(key, bytes);
    expect(Object.fromEntries(seen)).toEqual({ 't1/aa/x': 5, 't2/bb/y': 1 });
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
  test('gives each file its own path, also when the folder was lost', async () => {
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

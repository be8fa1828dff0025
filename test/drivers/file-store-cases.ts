import { describe, expect, test } from 'bun:test';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileStore } from '../../src/platform/ports/file-store.ts';

/** What every driver of the port must do. `place`: a fresh store, and a folder for files that wait to be put. */
export function testFileStore(name: string, place: { store(): FileStore; folder(): string }): void {
  let serial = 0;
  /** A finished file that waits to be put. */
  function makeFile(text: string): string {
    serial += 1;
    const path = join(place.folder(), `incoming-${serial}`);
    writeFileSync(path, text);
    return path;
  }
  const textOf = async (key: string) => (await place.store().get(key))?.text();
  async function listKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of place.store().list()) keys.push(key);
    return keys.toSorted();
  }

  describe(`${name}: file store`, () => {
    test('keeps a file under its key, and the file it came from is gone', async () => {
      const path = makeFile('hello');
      await place.store().put('t1/ab/abcd', path);
      expect(existsSync(path)).toBe(false);
      expect(await textOf('t1/ab/abcd')).toBe('hello');
      expect(await place.store().stat('t1/ab/abcd')).toEqual({ bytes: 5, modifiedAt: expect.any(Number) });
      const facts = await place.store().stat('t1/ab/abcd');
      expect(Math.abs((facts?.modifiedAt ?? 0) - Date.now())).toBeLessThan(600_000);
    });

    test('hands out a range', async () => {
      await place.store().put('a', makeFile('0123456789'));
      const file = await place.store().get('a');
      expect(await file?.slice(2, 5).text()).toBe('234');
      expect(await file?.slice(0, 10).text()).toBe('0123456789');
      expect(file?.slice(9, 10).size).toBe(1);
    });

    test('has no file under an unused key', async () => {
      expect(await place.store().get('t1/no')).toBeUndefined();
      expect(await place.store().stat('t1/no')).toBeUndefined();
      await place.store().delete('t1/no');
      expect(await listKeys()).toEqual([]);
      await place.store().put('t1/yes', makeFile('x'));
      expect(await place.store().stat('t1')).toBeUndefined();
      expect(await place.store().stat('t1/yes/below')).toBeUndefined();
    });

    test('takes one key from several at once', async () => {
      const paths = Array.from({ length: 20 }, () => makeFile('the same'));
      await Promise.all(paths.map((path) => place.store().put('t1/ab/same', path)));
      expect(paths.filter((path) => existsSync(path))).toEqual([]);
      expect(await textOf('t1/ab/same')).toBe('the same');
      expect(await listKeys()).toEqual(['t1/ab/same']);
    });

    test('makes folders for many at once', async () => {
      const keys = Array.from({ length: 30 }, (_, i) => `t${i % 3}/${i % 5}/f${i}`);
      await Promise.all(keys.map((key) => place.store().put(key, makeFile(key))));
      expect(await listKeys()).toEqual(keys.toSorted());
      for (const key of keys) expect(await textOf(key)).toBe(key);
    });

    test('deletes, and can take the key again', async () => {
      await place.store().put('t1/a', makeFile('one'));
      const before = await place.store().get('t1/a');
      await place.store().delete('t1/a');
      expect(await place.store().get('t1/a')).toBeUndefined();
      expect(await listKeys()).toEqual([]);
      await place.store().put('t1/a', makeFile('two'));
      expect(await textOf('t1/a')).toBe('two');
      expect(before).toBeDefined();
    });

    test('moves a file to another key', async () => {
      await place.store().put('t1/aa/x', makeFile('moved'));
      const before = await place.store().stat('t1/aa/x');
      expect(await place.store().move('t1/aa/x', 'aside/t1/aa/x')).toBe(true);
      expect(await textOf('aside/t1/aa/x')).toBe('moved');
      expect((await place.store().stat('aside/t1/aa/x'))?.bytes).toBe(before?.bytes as number);
      expect(await place.store().get('t1/aa/x')).toBeUndefined();
      expect(await place.store().move('t1/aa/x', 'aside/t1/aa/x')).toBe(false);
      expect(await textOf('aside/t1/aa/x')).toBe('moved');
    });

    test('lists the files below a folder', async () => {
      for (const key of ['t1/aa/x', 'aside/t1/aa/y', 'aside2/z']) await place.store().put(key, makeFile(key));
      const keys = await Array.fromAsync(place.store().list('aside'), ({ key }) => key);
      expect(keys).toEqual(['aside/t1/aa/y']);
      expect(await Array.fromAsync(place.store().list('none'))).toEqual([]);
    });

    test('every method refuses an invalid key', async () => {
      const secret = join(place.folder(), 'secret');
      writeFileSync(secret, 'secret');
      symlinkSync(secret, join(place.folder(), 'link'));
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
      await place.store().put('t1/a', makeFile('x'));
      for (const key of hostile) {
        const path = makeFile('x');
        await expect(place.store().put(key, path)).rejects.toThrow('is not a key');
        expect(existsSync(path)).toBe(true);
        await expect(place.store().get(key)).rejects.toThrow('is not a key');
        await expect((async () => place.store().delete(key))()).rejects.toThrow('is not a key');
        await expect((async () => place.store().move('t1/a', key))()).rejects.toThrow('is not a key');
        await expect((async () => place.store().stat(key))()).rejects.toThrow('is not a key');
      }
      expect(await Bun.file(secret).text()).toBe('secret');
    });

    test('lists files with their sizes', async () => {
      await place.store().put('t1/aa/x', makeFile('12345'));
      await place.store().put('t2/bb/y', makeFile('1'));
      const seen = new Map<string, number>();
      for await (const { key, bytes } of place.store().list()) seen.set(key, bytes);
      expect(Object.fromEntries(seen)).toEqual({ 't1/aa/x': 5, 't2/bb/y': 1 });
    });

    test('a file that does not exist cannot be put', async () => {
      await expect(place.store().put('t2/a', join(place.folder(), 'not there'))).rejects.toThrow();
      expect(await place.store().stat('t2/a')).toBeUndefined();
    });
  });
}

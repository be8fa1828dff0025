import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { sweepFiles } from '../../../src/features/media/index.ts';
import { convertPicture, processPicture } from '../../../src/features/media/photo-workers.ts';
import {
  awaitConversion,
  finishConversion,
  finishInBackground,
  resumeConversions,
} from '../../../src/features/media/store/conversions.ts';
import { selectNextPendingBlob } from '../../../src/features/media/store/queries.ts';
import { deleteTenant } from '../../../src/features/projects/index.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { makeIncomingPath } from '../../../src/platform/files/upload.ts';
import { perform } from '../../../src/platform/operation.ts';
import { countRows } from '../../support/database-dump.ts';
import { executeSql } from '../../support/execute-sql.ts';
import { readRows } from '../../support/read-rows.ts';
import { adminScope } from '../../support/test-app.ts';
import { drawPng, GUARD_MS, type Item, type Library, libraryOf, openLibrary } from './library.ts';
import { listStored } from './stored.ts';

setDefaultTimeout(GUARD_MS);

const HOUR = 3_600_000;

let library: Library;
let item: Item;
beforeEach(async () => {
  library = await openLibrary({ trash_days: 0 });
  item = await library.upload(drawPng(1, 700, 500), 'a.png');
});
afterEach(() => library.app.stop());

const check = () => perform(checkIntegrity, library.app.deps, adminScope, {});
const sweep = () => sweepFiles(library.app.deps);

/** A file in the store that no row refers to, so old by the application's clock. */
function plant(key: string, ageMs: number): string {
  const path = join(library.app.data, 'media/files', key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'stray');
  setAge(path, ageMs);
  return path;
}

function setAge(path: string, milliseconds: number): void {
  const seconds = (library.app.clock.now() - milliseconds) / 1000;
  utimesSync(path, seconds, seconds);
}

const HASH = 'ab'.repeat(32);

describe('sweeping', () => {
  test('moves files without rows to the quarantine after an hour, and nothing else', async () => {
    const stored = await listStored(library.app);
    library.app.clock.advance(3 * HOUR);
    const old = plant(`t1/ab/${HASH}`, HOUR + 1000);
    const young = plant(`t1/cd/${HASH.replaceAll('ab', 'cd')}`, HOUR - 60_000);
    const foreign = plant('notes', 10 * HOUR);
    expect(await sweep()).toMatchObject({ removed: 0, quarantined: 1, missing: 0 });
    expect([existsSync(old), existsSync(young), existsSync(foreign)]).toEqual([false, true, true]);
    library.app.clock.advance(HOUR);
    expect(await sweep()).toMatchObject({ removed: 0, quarantined: 1, missing: 0 });
    for (const path of stored) expect(existsSync(path)).toBe(true);
    expect((await library.fetchMedia(item.url)).status).toBe(200);
  });

  test('says which files are missing, and deletes no row because of them', async () => {
    const [lost] = await listStored(library.app);
    rmSync(lost as string);
    expect(await sweep()).toMatchObject({ removed: 0, quarantined: 0, missing: 1 });
    const line = library.app.logLines.find((text) => text.includes('media files are missing'));
    expect(line).toContain((lost as string).split('/').at(-1) as string);
    expect(await library.list()).toEqual([item]);
  });
});

test('deleting a tenant deletes its rows, and its files soon after', async () => {
  const other = libraryOf(await library.app.openTenant('other'));
  const theirs = await other.upload(drawPng(1, 700, 500), 'a.png');
  const { project_id } = library.app.first;
  const stored = await listStored(library.app);
  await perform(deleteTenant, library.app.deps, adminScope, { project_id, tenant: 'acme', now: true });
  expect((await library.fetchMedia(item.url)).status).toBe(404);
  while ((await listStored(library.app)).length !== stored.length / 2) await Bun.sleep(10);
  expect((await library.fetchMedia(theirs.url)).status).toBe(200);
  for (const [table, rows] of [
    ['media_files', 1],
    ['media_blobs', 1],
    ['media_versions', 1],
  ] as const) {
    expect([table, await countRows(library.app, table)]).toEqual([table, rows]);
  }
  expect((await check()).faults).toEqual([]);
});

describe('the check', () => {
  test('reads every file once and finds nothing wrong', async () => {
    await library.upload(drawPng(1, 700, 500), 'same bytes.png');
    const report = await check();
    expect(report).toMatchObject({
      ok: true,
      contents_checked: 0,
      files_checked: (await listStored(library.app)).length,
      orphaned_files: 0,
      orphans: [],
      quarantined_files: 0,
      quarantine: [],
      faults: [],
    });
    expect(report.files_checked).toBeGreaterThan(1);
  });

  test('finds changed, cut and missing files, and tells of orphans', async () => {
    const [changed, missing] = (await listStored(library.app)) as [string, string];
    writeFileSync(changed, 'something else');
    rmSync(missing);
    plant(`t1/ab/${HASH}`, 2 * HOUR);
    const { ok, faults, orphaned_files } = await check();
    expect([ok, faults.length, orphaned_files]).toEqual([false, 2, 1]);
    expect(faults.join('\n')).toMatch(/is not what was stored: its hash differs/);
    expect(faults.join('\n')).toMatch(/is missing/);
  });

  test('finds a wrong counter', async () => {
    await executeSql(library.app, "UPDATE tenants SET media_bytes = 7 WHERE slug = 'acme'");
    expect((await check()).faults).toEqual([
      expect.stringContaining(`7 bytes of media are noted, ${item.size} exist`),
    ]);
  });
});

test('an upload is answered before slow conversions finish, and its smaller versions come later', async () => {
  library.app.deps.services.media.timeouts.uploadMs = 0;
  const late = await library.upload(drawPng(2, 1500, 900), 'late.png');
  expect(late).toMatchObject({
    conversions_generated: false,
    small_url: null,
    color: null,
    placeholder: null,
  });
  expect((await library.fetchMedia(late.url)).status).toBe(200);
  const find = async () => (await library.list()).find((each) => each.id === late.id);
  while (!(await find())?.conversions_generated) await Bun.sleep(5);
  while ((await listStored(library.app, 'incoming')).length > 0) await Bun.sleep(5);
  const { small_url, color } = (await find()) as Item;
  expect([(await library.fetchMedia(small_url as string)).status, color]).toEqual([200, expect.any(String)]);
  expect((await check()).faults).toEqual([]);
});

describe('conversions that are missing', () => {
  const forget = () =>
    executeSql(
      library.app,
      "UPDATE media_blobs SET conversions = 'pending', color = NULL, placeholder = NULL",
      "DELETE FROM media_objects WHERE name <> 'original'",
    );
  const resume = () => resumeConversions(library.app.deps, () => false);

  test('are shown as such, and made', async () => {
    await forget();
    const [pending] = await library.list();
    expect(pending).toEqual({
      ...item,
      conversions_generated: false,
      small_url: null,
      medium_url: null,
      color: null,
      placeholder: null,
    });
    await resume();
    expect(await library.list()).toEqual([item]);
    expect((await library.fetchMedia(item.small_url as string)).status).toBe(200);
    expect(await listStored(library.app, 'incoming')).toEqual([]);
    expect((await check()).faults).toEqual([]);
  });

  test('that take longer than the request are finished in the background', async () => {
    await forget();
    const { deps } = library.app;
    const blob = await selectNextPendingBlob(deps.db.reader, 0);
    if (blob === undefined) throw new Error('nothing is pending');
    const folder = await makeIncomingPath(deps.incomingDir);
    mkdirSync(folder);
    const source = join(folder, 'source');
    writeFileSync(source, drawPng(1, 700, 500));
    const { prepared, made } = processPicture(deps, { source, mime: blob.mime, folder }, { owner: 'test' });
    // As storing does, which moves it away meanwhile.
    await prepared;
    rmSync(source);
    const answered = Promise.withResolvers<void>();
    const conversion = { folder, made: answered.promise.then(() => made) };
    expect(await awaitConversion(deps, conversion, 0)).toEqual({ state: 'late' });
    finishInBackground(deps, blob, conversion);
    answered.resolve();
    while (!(await library.list())[0]?.conversions_generated) await Bun.sleep(5);
    while (existsSync(folder)) await Bun.sleep(5);
    expect((await library.list())[0]?.small_url).toBe(item.small_url);
    expect((await check()).faults).toEqual([]);
  });

  test('of a picture that crashed its worker are tried once more, and again when it is uploaded again', async () => {
    await forget();
    const { deps } = library.app;
    const blob = await selectNextPendingBlob(deps.db.reader, 0);
    if (blob === undefined) throw new Error('nothing is pending');
    const breakOff = () => ({
      folder: join(deps.incomingDir, 'none'),
      made: Promise.reject(new DomainError('internal', 'A worker ended.')),
    });
    expect(await awaitConversion(deps, breakOff(), 1000)).toEqual({ state: 'postponed' });
    await finishConversion(deps, blob, breakOff());
    expect(await selectNextPendingBlob(deps.db.reader, 0)).toEqual(blob);
    await finishConversion(deps, blob, breakOff(), true);
    expect(await selectNextPendingBlob(deps.db.reader, 0)).toBeUndefined();
    expect((await library.list())[0]?.conversions_generated).toBe(false);
    await library.upload(drawPng(1, 700, 500), 'once more.png');
    expect(await selectNextPendingBlob(deps.db.reader, 0)).toEqual(blob);
    await resume();
    const items = await library.list();
    expect(items.map((each) => each.conversions_generated)).toEqual([true, true]);
    expect((await check()).faults).toEqual([]);
  });

  test('of a file that is deleted meanwhile leave nothing behind', async () => {
    await forget();
    const { deps } = library.app;
    const blob = await selectNextPendingBlob(deps.db.reader, 0);
    if (blob === undefined) throw new Error('nothing is pending');
    const folder = await makeIncomingPath(deps.incomingDir);
    mkdirSync(folder);
    const source = join(folder, 'original');
    writeFileSync(source, drawPng(1, 700, 500));
    const conversion = {
      folder,
      made: convertPicture(deps, { source, mime: blob.mime, folder }, { owner: 'test' }),
    };
    await library.post('delete', { ids: [item.id] });
    await finishConversion(deps, blob, conversion);
    expect(existsSync(folder)).toBe(false);
    // Smaller versions from before `forget` have no rows any more.
    for (const left of await listStored(library.app)) setAge(left, 2 * HOUR);
    await sweep();
    expect(await listStored(library.app)).toEqual([]);
  });

  test('of a picture that cannot be read are given up; the file stays as it is', async () => {
    await forget();
    const hash = await hashOfOriginal();
    const original = (await listStored(library.app)).find((path) => path.endsWith(hash));
    writeFileSync(original as string, 'no picture');
    await resume();
    const [failed] = await library.list();
    expect([failed?.conversions_generated, failed?.small_url]).toEqual([false, null]);
    expect(await countRows(library.app, 'media_objects')).toBe(1);
    await resume();
    expect(await listStored(library.app, 'incoming')).toEqual([]);
  });

  test('of a file that is gone are given up', async () => {
    await forget();
    for (const path of await listStored(library.app)) rmSync(path);
    await resume();
    expect((await library.list())[0]?.conversions_generated).toBe(false);
    expect(await readRows<object>(library.app, 'SELECT conversions FROM media_blobs')).toEqual([
      { conversions: 'failed' },
    ]);
  });

  const hashOfOriginal = async (): Promise<string> => {
    const statement = "SELECT key FROM media_objects WHERE name = 'original'";
    const [row] = await readRows<{ key: string }>(library.app, statement);
    return row?.key.split('/').at(-1) as string;
  };
});

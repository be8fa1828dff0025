import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../../src/config/index.ts';
import { listBackups, runBackup } from '../../../src/features/backups/index.ts';
import { selectRuns, updateRun } from '../../../src/features/backups/queries.ts';
import { diagnoseInstance } from '../../../src/features/instance/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

let app: TestApp;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galley-backups-'));
  app = await createTestApp({
    ...{ backup_target: folder, backup_schedule: '30 3 * * *', backup_keep: 2, backup_keep_days: 10 },
  });
});
afterEach(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

const scheduleOf = ({ deps }: TestApp) => {
  const { schedule } = deps.services.backups;
  if (schedule === undefined) throw new Error('no schedule');
  return schedule;
};
/** What is at the target, without the media files. */
const archives = () => readdirSync(folder).filter((name) => name !== 'galley.media');
const run = () => scheduleOf(app).run(adminScope);
const list = () => perform(listBackups, app.deps, adminScope, {});
const health = async () => (await app.request('GET', '/api/v1/health')).body.backup;
const inMs = async () => ((await scheduleOf(app).nextAt()) ?? Number.NaN) - app.clock.now();

/** Moves the clock to the next planned time. */
const waitForNext = async () => app.clock.advance(await inMs());

describe('the schedule', () => {
  test('makes verified backups at its times, keeps so many, and says how it goes', async () => {
    expect(await scheduleOf(app).isDue()).toBe(false);
    expect(await health()).toEqual({ status: 'none', last_verified_at: null });
    const names: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      await waitForNext();
      expect(await scheduleOf(app).isDue()).toBe(true);
      const { run: made } = await run();
      expect(made).toMatchObject({ state: 'verified', error: null });
      names.push(made.name);
      expect(await scheduleOf(app).isDue()).toBe(false);
      app.clock.advance(1000);
    }
    expect(names[0]).toMatch(/^galley-2026-11-2\dT\d\d-30-00\.inc\.tar\.zst$/);
    expect(archives().sort()).toEqual(names.slice(1));
    const { items, status, next_at, target } = await list();
    expect(target).toBe(folder);
    expect(items.map(({ name, state }) => [name, state])).toEqual([
      [names[2], 'verified'],
      [names[1], 'verified'],
      [names[0], 'removed'],
    ] as never);
    expect(status).toEqual({ status: 'ok', last_verified_at: items[0]?.started_at as string });
    expect(Date.parse(next_at as string) - Date.parse(items[0]?.started_at as string)).toBe(DAY_MS);
  });

  test('removes what is too old, and always keeps the newest verified backup', async () => {
    const first = (await run()).run;
    app.clock.advance(11 * DAY_MS);
    const { run: second, removed } = await run();
    expect(removed).toEqual([first.name]);
    expect(archives()).toEqual([second.name]);
  });

  test('leaves files alone that it did not make', async () => {
    const foreign = ['galley-2020-01-01T00-00-00.tar.zst', 'notes.txt'];
    for (const name of foreign) writeFileSync(join(folder, name), 'x');
    for (let n = 0; n < 3; n += 1) {
      await run();
      app.clock.advance(MINUTE_MS);
    }
    expect(archives()).toEqual(expect.arrayContaining(foreign));
    expect(archives()).toHaveLength(4);
  });

  test('doctor tries the target before the first backup', async () => {
    const diagnose = async () => {
      const { checks } = await perform(diagnoseInstance, app.deps, adminScope, { is_serving: false });
      return checks.find(({ check }) => check === 'backups');
    };
    expect(await diagnose()).toMatchObject({ status: 'ok' });
    expect(archives()).toEqual([]);
    rmSync(folder, { recursive: true });
    expect(await diagnose()).toMatchObject({
      status: 'fault',
      message: expect.stringContaining(`There is no directory ${folder}. Create it first.`),
    });
    mkdirSync(folder);
  });

  test('a failure is recorded, shown, and tried again after a back-off', async () => {
    const { name } = (await run()).run;
    rmSync(folder, { recursive: true });
    await waitForNext();
    await expect(run()).rejects.toThrow(`There is no directory ${folder}. Create it first.`);
    expect(await health()).toMatchObject({ status: 'failing', last_verified_at: expect.any(String) });
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      waits.push(await inMs());
      await waitForNext();
      await expect(run()).rejects.toThrow('There is no directory');
    }
    expect(waits.map((wait) => wait / MINUTE_MS)).toEqual([10, 20, 40, 80, 160, 320, 360]);
    const { items } = await list();
    expect(items[0]).toMatchObject({ state: 'failed', error: expect.stringContaining('Create it first') });
    expect(items.at(-1)).toMatchObject({ name, state: 'verified' });
    folder = mkdtempSync(join(tmpdir(), 'galley-backups-'));
  });

  test('a backup that cannot be read back is shown as not verified, and the ones before are kept', async () => {
    const { name } = (await run()).run;
    app.clock.advance(HOUR_MS);
    const { target } = scheduleOf(app);
    const fetch = target.fetch.bind(target);
    target.fetch = async (damagedName, use) => {
      const file = join(folder, damagedName);
      const bytes = new Uint8Array(await Bun.file(file).arrayBuffer());
      bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
      await Bun.write(file, bytes);
      return fetch(damagedName, use);
    };
    await expect(run()).rejects.toThrow(/damaged|passphrase/);
    const { items, status } = await list();
    expect(items.map(({ state }) => state)).toEqual(['stored', 'verified']);
    expect(items[1]?.name).toBe(name);
    expect(status?.status).toBe('failing');
    expect(archives()).toHaveLength(2);
  });

  test('two at once: the second is refused', async () => {
    const first = run();
    await expect(perform(runBackup, app.deps, adminScope, {})).rejects.toThrow('A backup is being made.');
    expect((await first).run.state).toBe('verified');
  });

  test('a run that was cut off by a crash is failed after the next start', async () => {
    const { schedule } = app.deps.services.backups;
    const stop = new AbortController();
    const made = schedule?.run(adminScope, stop.signal);
    await until(async () => (await list()).items[0]?.state === 'running');
    // One that is being made is left alone, by other servers too.
    await schedule?.recover();
    expect((await list()).items[0]?.state).toBe('running');
    stop.abort(new DomainError('unavailable', 'stopped'));
    await expect(made).rejects.toThrow('stopped');
    expect(archives()).toEqual([]);
    // As a crash would have left it.
    const cutOff = { state: 'running', finishedAt: null, error: null } as const;
    const [run] = await selectRuns(app.deps.db.reader, 1);
    await app.deps.db.transaction((db) => updateRun(db, run?.id as string, cutOff));
    await schedule?.recover();
    expect((await list()).items[0]).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('cut off'),
    });
    // As in a database that was restored from a backup of the schedule, which is at the target.
    await app.deps.db.transaction((db) => updateRun(db, run?.id as string, cutOff));
    writeFileSync(join(folder, run?.name as string), 'the backup');
    await schedule?.recover();
    expect((await list()).items[0]?.state).toBe('stored');
  });

  test('overdue for hours: failing', async () => {
    await run();
    app.clock.advance(2 * DAY_MS);
    expect((await health()).status).toBe('failing');
  });
});

describe('settings of the schedule', () => {
  const cases: [string, object, string][] = [
    ['no target', { backup_schedule: '@daily' }, 'GALLEY_BACKUP_TARGET is not'],
    ['nonsense', { backup_schedule: 'at night', backup_target: '/x' }, 'cannot be read'],
    ['seconds', { backup_schedule: '* * * * * *', backup_target: '/x' }, 'cannot be read'],
    ['a day that never comes', { backup_schedule: '0 0 31 2 *', backup_target: '/x' }, 'never comes'],
    ['another protocol', { backup_target: 'ftp://host/x' }, 'cannot be kept at "ftp://host/x"'],
    ['a bucket without credentials', { backup_target: 's3://backups' }, 'GALLEY_S3_ACCESS_KEY_ID'],
    ['a bucket without a name', { backup_target: 's3:///x' }, 'no address of a bucket'],
    ['a prefix that leads elsewhere', { backup_target: 's3://a/../b' }, 'no address of a bucket'],
  ];
  test.each(cases)('%s', async (_what, settings, message) => {
    await expect(createTestApp(settings)).rejects.toThrow(message);
  });

  test('with a passphrase backups are encrypted, and verified with it', async () => {
    const backup_passphrase = 'a few words';
    const sealed = await createTestApp({ backup_target: folder, backup_passphrase });
    const { run: made } = await scheduleOf(sealed).run(adminScope);
    expect(made.state).toBe('verified');
    expect(made.name).toMatch(/\.tar\.zst\.age$/);
    const head = await Bun.file(join(folder, made.name)).slice(0, 20).text();
    expect(head).toBe('age-encryption.org/v');
    await sealed.stop();
  });

  test('without any there is no schedule, and health does not speak of backups', async () => {
    const plain = await createTestApp();
    expect(plain.deps.services.backups.schedule).toBeUndefined();
    expect((await plain.request('GET', '/api/v1/health')).body).not.toHaveProperty('backup');
    await expect(perform(runBackup, plain.deps, adminScope, {})).rejects.toThrow('GALLEY_BACKUP_TARGET');
    await plain.stop();
  });

  test('the passphrase can be in a file', () => {
    const file = join(folder, 'passphrase');
    writeFileSync(file, 'secret words\n');
    expect(loadSettings({}, { GALLEY_BACKUP_PASSPHRASE_FILE: file }).backup_passphrase).toBe('secret words');
  });
});

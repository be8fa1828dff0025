import { describe, expect, test } from 'bun:test';
import { createToolCallRecorder, sweepToolCalls } from '../../../src/features/audit/tool-calls.ts';
import { deleteTenant } from '../../../src/features/projects/index.ts';
import type { Deps } from '../../../src/platform/deps.ts';
import { storageFull } from '../../../src/platform/errors.ts';
import { perform } from '../../../src/platform/operation.ts';
import { stopTimers } from '../../support/short-timers.ts';
import { adminScope } from '../../support/test-app.ts';
import {
  app,
  callOf,
  list,
  openScope,
  record,
  recorder,
  storedCalls,
  toolsOf,
  useRecorder,
} from './recorded-calls.ts';

useRecorder();

/** After that, calls are written although there are few; a slow machine needs longer for 500. */
const WRITE_DELAY_MS = 200;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The service on a disk that is full until `repair` is called. */
function createFullDisk() {
  let isFull = true;
  let attempts = 0;
  const transaction: Deps['db']['transaction'] = (job) => {
    attempts += 1;
    // Also one that fails only when it is committed: what it has taken must not be lost.
    if (!isFull) return app.deps.db.transaction(job);
    return app.deps.db.transaction(async (db) => {
      await job(db);
      throw storageFull(new Error('full'));
    });
  };
  return {
    deps: { ...app.deps, db: { ...app.deps.db, transaction } },
    attempts: () => attempts,
    repair() {
      isFull = false;
    },
  };
}

describe('recording', () => {
  test('keeps everything the operator wants to know', async () => {
    await record({
      client: { name: 'claude-code', version: '2.1.0' },
      tool: 'update-template',
      templateId: 'template-1',
      versionBefore: 3,
      versionAfter: 4,
      durationMs: 12.6,
      resultBytes: 345,
    });
    await record({ tool: 'no-such-tool', outcome: 'unknown_tool', client: { version: '1' } });
    const common = {
      project_id: app.first.project_id,
      tenant: 'default',
      tenant_name: null,
      key_id: 'key-1',
      key_name: 'Claude',
    };
    const at = new Date(app.clock.now()).toISOString();
    expect((await list()).items).toEqual([
      {
        ...common,
        id: 2,
        at,
        client: null,
        tool: 'no-such-tool',
        template_id: null,
        outcome: 'unknown_tool',
        version_before: null,
        version_after: null,
        duration_ms: 1,
        result_bytes: null,
      },
      {
        ...common,
        id: 1,
        at,
        client: 'claude-code/2.1.0',
        tool: 'update-template',
        template_id: 'template-1',
        outcome: 'ok',
        version_before: 3,
        version_after: 4,
        duration_ms: 13,
        result_bytes: 345,
      },
    ]);
  });

  test('what the caller chose is cut, and cannot act on a terminal', async () => {
    const long = 'x'.repeat(5_000);
    await record({
      client: { name: `\u001b[2J\u202e${long}`, version: long },
      tool: `line\nbreak\0${long}`,
      templateId: `${'x'.repeat(99)}\u{1f600}`,
      outcome: 'unknown_tool',
    });
    const [item] = (await list()).items;
    expect(item?.client).toBe(`\uFFFD[2J\uFFFD${'x'.repeat(95)}/${'x'.repeat(100)}`);
    expect(item?.tool).toBe(`line\uFFFDbreak\uFFFD${'x'.repeat(89)}`);
    expect(item?.template_id).toBe(`${'x'.repeat(99)}\uFFFD`);
  });

  test('a durable call is stored when it is answered, with those that waited', async () => {
    await record({ tool: 'first' }, false);
    await record({ tool: 'second' }, false);
    expect(await storedCalls()).toBe(0);
    await record({ tool: 'third' }, true);
    expect(await toolsOf({})).toEqual(['third', 'second', 'first']);
  });

  test('others are written soon, without a flush', async () => {
    await record({}, false);
    while ((await storedCalls()) === 0) await Bun.sleep(10);
    expect(await storedCalls()).toBe(1);
  });

  test('500 calls are written at once; simultaneous calls share the transaction', async () => {
    const disk = createFullDisk();
    disk.repair();
    const counted = createToolCallRecorder(disk.deps);
    const restore = stopTimers(WRITE_DELAY_MS);
    for (let i = 0; i < 499; i += 1) await counted.record(callOf(), { durable: false });
    restore();
    expect(disk.attempts()).toBe(0);
    await Promise.all(Array.from({ length: 40 }, () => counted.record(callOf(), { durable: true })));
    expect([disk.attempts(), await storedCalls()]).toEqual([1, 539]);
    await counted.close();
  });

  test('a call of a deleted tenant is left out, and takes no other with it', async () => {
    const gone = await openScope('gone');
    await record({ tool: 'before' }, false);
    await record({ tool: 'of nobody', scope: gone }, false);
    await record({ tool: 'after' }, false);
    await perform(deleteTenant, app.deps, adminScope, {
      project_id: app.first.project_id,
      tenant: 'gone',
      now: true,
    });
    await recorder.flush();
    expect(await toolsOf({})).toEqual(['after', 'before']);
    await record({ scope: gone });
    expect(await storedCalls()).toBe(2);
    expect(app.logLines.join('')).not.toContain('tool calls');
  });

  test('deleting a tenant deletes its calls, and no others', async () => {
    await record({ tool: 'mine' });
    await record({ tool: 'theirs', scope: await openScope('gone') });
    await perform(deleteTenant, app.deps, adminScope, {
      project_id: app.first.project_id,
      tenant: 'gone',
      now: true,
    });
    expect(await toolsOf({})).toEqual(['mine']);
  });

  test('closing writes what is queued', async () => {
    await record({}, false);
    await recorder.close();
    expect(await storedCalls()).toBe(1);
  });
});

describe('on a full disk', () => {
  test('calls wait in order; only durable ones learn of it; one line of log a failure', async () => {
    const disk = createFullDisk();
    const failing = createToolCallRecorder(disk.deps);
    await failing.record(callOf({ tool: 'first' }), { durable: false });
    await failing.flush();
    const durable = failing.record(callOf({ tool: 'second' }), { durable: true });
    expect(await durable.catch((error) => error.code)).toBe('storage_full');
    await failing.record(callOf({ tool: 'third' }), { durable: false });
    await failing.flush();
    expect(await storedCalls()).toBe(0);
    const failures = app.logLines.filter((line) => line.includes('tool calls could not be recorded'));
    expect(failures).toHaveLength(3);
    disk.repair();
    await failing.close();
    expect(await toolsOf({})).toEqual(['third', 'second', 'first']);
  });

  test('at most 10,000 calls wait; the log counts the dropped ones; no caller hangs', async () => {
    const disk = createFullDisk();
    const failing = createToolCallRecorder(disk.deps);
    await Promise.all(Array.from({ length: 10_050 }, () => failing.record(callOf(), { durable: false })));
    await failing.record(callOf({ tool: 'left out' }), { durable: false });
    const durable = failing.record(callOf({ tool: 'refused' }), { durable: true });
    expect(await durable.catch((error) => error.code)).toBe('storage_full');
    disk.repair();
    await failing.flush();
    expect(await storedCalls()).toBe(10_000);
    const dropped = app.logLines.flatMap((line) => JSON.parse(line).dropped ?? []);
    expect(dropped.reduce((sum, count) => sum + count, 0)).toBe(51);
    await failing.record(callOf({ tool: 'again' }), { durable: true });
    expect(await storedCalls()).toBe(10_001);
    await failing.close();
  });

  test('a burst beyond 10,000 on a disk that works waits, and nothing is left out', async () => {
    await Promise.all(Array.from({ length: 12_000 }, () => record({}, false)));
    await recorder.flush();
    expect(await storedCalls()).toBe(12_000);
  });
});

describe('retention', () => {
  test('deletes what is older, in as many batches as it takes, and nothing else', async () => {
    const now = app.clock.now();
    for (let i = 0; i < 9_000; i += 1) await record({ at: now - 91 * DAY - i }, false);
    for (let i = 0; i < 3_500; i += 1) await record({ at: now - 90 * DAY - 1 }, false);
    await record({ tool: 'kept', at: now - 90 * DAY });
    await record({ tool: 'new' });
    expect(await sweepToolCalls(app.deps, 91)).toBe(8_999);
    expect(await sweepToolCalls(app.deps, 90)).toBe(3_501);
    expect(await sweepToolCalls(app.deps, 90)).toBe(0);
    expect(await toolsOf({})).toEqual(['new', 'kept']);
  });

  test('stops between two batches when it is told to', async () => {
    for (let i = 0; i < 5_001; i += 1) await record({ at: 0 }, false);
    await recorder.flush();
    let asked = 0;
    const isStopped = () => {
      asked += 1;
      return asked > 1;
    };
    expect(await sweepToolCalls(app.deps, 1, isStopped)).toBe(5_000);
    expect(await storedCalls()).toBe(1);
  });
});

import { expect, test } from 'bun:test';
import { createLogger } from '../../../src/platform/logging/log.ts';
import { PeriodicTask } from '../../../src/platform/tasks/periodic-task.ts';
import { until } from '../../support/until.ts';

function createLog() {
  const lines: string[] = [];
  return { lines, log: createLogger({ level: 'debug', format: 'json', write: (line) => lines.push(line) }) };
}

test('runs periodically, never twice at once, and logs failures', async () => {
  const { lines, log } = createLog();
  let times = 0;
  let atOnce = 0;
  const task = new PeriodicTask(
    async () => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await Bun.sleep(1);
      atOnce -= 1;
      times += 1;
      if (times === 2) throw new Error('broken');
    },
    { what: 'counting', firstAfterMs: 0, intervalMs: 1, log },
  );
  await until(() => times >= 4);
  await task.stop();
  expect(lines.filter((line) => line.includes('periodic task failed: counting'))).toHaveLength(1);
  const stoppedAt = times;
  await Bun.sleep(20);
  expect(times).toBe(stoppedAt);
});

test('runSoon runs it now, or once more after the current run', async () => {
  const { log } = createLog();
  let times = 0;
  const task = new PeriodicTask(
    async () => {
      times += 1;
      if (times === 1) task.runSoon();
    },
    { what: 'counting', firstAfterMs: 3_600_000, intervalMs: 3_600_000, log },
  );
  task.runSoon();
  await until(() => times === 2);
  await task.stop();
});

test('stop waits for the current run, which sees it by isStopped', async () => {
  const { log } = createLog();
  let state = 'waiting';
  const task = new PeriodicTask(
    async (isStopped) => {
      state = 'running';
      await until(isStopped);
      await Bun.sleep(5);
      state = 'done';
    },
    { what: 'waiting', firstAfterMs: 0, intervalMs: 0, log },
  );
  await until(() => state === 'running');
  await task.stop();
  expect(state).toBe('done');
});

test('work that throws before its first await is logged and runs again', async () => {
  const { lines, log } = createLog();
  let times = 0;
  const task = new PeriodicTask(
    () => {
      times += 1;
      throw new Error('broken');
    },
    { what: 'counting', firstAfterMs: 0, intervalMs: 1, log },
  );
  await until(() => times >= 2);
  await task.stop();
  expect(lines[0]).toContain('periodic task failed: counting');
});

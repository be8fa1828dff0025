import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { compile } from '../../../scripts/compile.ts';
import { CERTIFICATE } from '../../support/certificate.ts';
import { JOBS_WORKER, MAIN } from './workers-program.ts';

/** Longest a test may take: a guard against hanging on a slow machine, not an expectation. */
const GUARD_MS = 60_000;
setDefaultTimeout(GUARD_MS);

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'galley-workers-'));
const executable = join(folder, process.platform === 'win32' ? 'program.exe' : 'program');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const source = join(folder, 'source');
  mkdirSync(join(source, 'jobs'), { recursive: true });
  writeFileSync(join(source, 'main.ts'), MAIN);
  writeFileSync(join(source, 'jobs/jobs.worker.ts'), JOBS_WORKER);
  writeFileSync(join(source, 'broken.worker.ts'), `throw new Error('cannot load');`);
  await compile(executable, undefined, source);
  writeFileSync(join(folder, 'authorities.pem'), CERTIFICATE);
  // What is not in the executable is nowhere.
  rmSync(source, { recursive: true });
});

function start(...args: string[]) {
  return Bun.spawn([executable, ...args], {
    cwd: folder,
    env: { SECRET: 'of the server', NODE_EXTRA_CA_CERTS: 'authorities.pem' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: GUARD_MS,
    killSignal: 'SIGKILL',
  });
}

// biome-ignore lint/suspicious/noExplicitAny: each scenario returns its own shape
async function play(...args: string[]): Promise<{ result: any; logged: string[] }> {
  const child = start(...args);
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect({ status: await child.exited, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function waitForEnd(pid: number): Promise<void> {
  const isAlive = () => {
    try {
      // A container without an init keeps the dead until its end.
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  while (isAlive()) await Bun.sleep(10);
}

const NEXT = { value: 'next' };

/** What is seen through /proc, or done with signals of Unix. */
const testOnLinux = test.skipIf(process.platform !== 'linux');

describe('workers of an executable', () => {
  test('do what they are given, without the secrets of the server', async () => {
    const { result } = await play('normal');
    expect(result.before).toEqual({ workers: 0, busy: 0, queued: 0, started: 0, crashed: 0 });
    expect(result.answers).toEqual(['a', 'b', 'c']);
    expect(result.isSame).toBe(true);
    expect(result.secret).toBeUndefined();
    expect(result.cwd).toBe(parse(executable).root);
    expect(result.authorities).toBe(join(folder, 'authorities.pem'));
    // Two for the owner of the jobs, and one that is ready for others.
    expect(result.after).toEqual({ workers: 3, busy: 0, queued: 0, started: 3, crashed: 0 });
    expect(result.closed.workers).toBe(0);
    expect(result.late).toMatchObject({ code: 'unavailable' });
  });

  test('errors of a job arrive as what they were, and cost no worker', async () => {
    const { result, logged } = await play('errors');
    const [domain, plain, uncopyable, unsendable, fine] = result.results;
    expect(domain).toEqual({ code: 'conflict', message: 'Taken.', details: { facts: { by: 'me' } } });
    expect(plain).toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('no such thing'),
    });
    expect(plain.cause).toContain('TypeError: no such thing');
    expect(uncopyable).toMatchObject({ code: 'internal' });
    expect(unsendable).toMatchObject({ code: 'internal' });
    expect(fine).toEqual({ value: 'fine' });
    expect(result.folder).toEqual(['unavailable', '/data/media']);
    expect(result.stats).toMatchObject({ started: 1, crashed: 0 });
    expect(logged).toEqual([]);
  });

  test('endless work is ended and the next job done', async () => {
    const { result, logged } = await play('hung');
    const tooLong = { code: 'too_large', message: expect.stringContaining('took longer than 2 seconds') };
    expect(result.results).toMatchObject([tooLong, tooLong, NEXT]);
    // One for the owner of the jobs after those that were ended, one after the other or together, and one that is left to others.
    expect(result.stats).toMatchObject({ workers: 2, crashed: 0 });
    expect([3, 4]).toContain(result.stats.started);
    expect(logged).toEqual([]);
  });

  testOnLinux('a job that hoards memory is ended; the server has kept none of it', async () => {
    const { result } = await play('memory');
    expect(result.results).toMatchObject([
      { code: 'too_large', message: expect.stringContaining('300 MB') },
      NEXT,
    ]);
    expect(result.grownMb).toBeLessThan(30);
  });

  testOnLinux('a crash fails its job only', async () => {
    const { result, logged } = await play('crashes');
    const internal = { code: 'internal' };
    expect(result.results).toMatchObject([internal, NEXT, internal, NEXT, internal, NEXT]);
    expect(result).toMatchObject({ after: 'done', next: 'next', stats: { crashed: 4, started: 5 } });
    expect(logged[0]).toBe('a worker ended with 7');
    expect(logged[1]).toStartWith('a worker ended with SIGSEGV');
    expect(logged[2]).toContain('thrown outside');
    expect(logged[3]).toContain('thrown between jobs');
  });

  test('a worker killed at rest loses no job, although its end is noticed only afterwards', async () => {
    const { result, logged } = await play('restingKilled');
    expect(result.results).toEqual([{ value: '1' }, { value: '2' }]);
    expect(result.stats.crashed).toBe(1);
    expect(logged).toEqual(['a worker ended with SIGKILL']);
  });

  test('beyond the queue jobs are refused; those in it are done in order', async () => {
    const { result } = await play('queue');
    expect(result.refused).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 1 } });
    expect(result.order).toEqual(['1', '2', '3']);
  });

  test('aborted jobs are removed from the queue or stopped', async () => {
    const { result } = await play('aborts');
    expect(result.results).toMatchObject([{ message: 'stopped' }, { message: 'withdrawn' }, NEXT]);
    expect(result).toMatchObject({
      queued: 1,
      late: { message: 'stopped' },
      stats: { started: 2, crashed: 0 },
    });
  });

  test('idle workers end', async () => {
    expect((await play('idle')).result).toEqual({ started: 2, next: 'next' });
  });

  test('a worker that cannot start is given up, not started for ever', async () => {
    const { result, logged } = await play('broken');
    const refused = { code: 'unavailable', message: expect.stringContaining('does not start') };
    expect(result.results).toMatchObject([refused, refused]);
    expect(result.stats.started).toBeLessThan(10);
    expect(logged[0]).toContain('cannot load');
  });

  test('closing lets running jobs finish and refuses the others', async () => {
    const { result } = await play('closing');
    expect(result.results).toMatchObject([{ value: 'done' }, { code: 'unavailable' }]);
    expect(result.stats.workers).toBe(0);
  });

  test('a program that forgets to close ends all the same, and its workers with it', async () => {
    const { result } = await play('forgotten');
    for (const pid of result) await waitForEnd(pid);
  });

  testOnLinux('a hung worker ends with a program that is killed', async () => {
    const child = start('killed');
    const { value } = await child.stdout.getReader().read();
    child.kill('SIGKILL');
    await waitForEnd(JSON.parse(new TextDecoder().decode(value)).result);
  });

  test('only a pool can start a worker: by hand the flag is an argument of the program', async () => {
    const { result } = await play('--run-worker', 'jobs/jobs.worker');
    expect(result.argv).toEqual(['--run-worker', 'jobs/jobs.worker']);
  });

  testOnLinux('an executable that is replaced while it runs goes on with its own workers', async () => {
    const child = start('idle');
    renameSync(executable, `${executable}.old`);
    writeFileSync(executable, 'another version');
    const said = await child.stdout.text();
    renameSync(`${executable}.old`, executable);
    expect(JSON.parse(said).result).toEqual({ started: 2, next: 'next' });
  });
});

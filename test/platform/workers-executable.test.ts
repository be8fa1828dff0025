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
import { join, parse, resolve } from 'node:path';
import { compile } from '../../scripts/compile.ts';

/** Longest a test may take: a guard against hanging on a slow machine, not an expectation. */
const GUARD_MS = 60_000;
setDefaultTimeout(GUARD_MS);

/** With slashes everywhere, because it goes into import lines. */
const PLATFORM = resolve(import.meta.dir, '../../src/platform').replaceAll('\\', '/');

const JOBS_WORKER = `
import { serveWorker } from '${PLATFORM}/workers/index.ts';
import { DomainError } from '${PLATFORM}/errors.ts';

const hoard: unknown[] = [];
const jobs: Record<string, (text: string) => unknown> = {
  echo: (text) => text,
  slow: async (text) => (await Bun.sleep(300), text),
  pid: () => process.pid,
  environment: () => [process.env.SECRET, process.cwd()],
  loop: () => { for (;;) {} },
  backtrack: () => /^(a|a)*$/.test('a'.repeat(500) + 'b') && jobs.loop?.(''),
  hoard: () => { for (let i = 0; ; i += 1) hoard.push({ i, text: 'x' + i }); },
  exit: () => process.exit(7),
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  later: async () => { setTimeout(() => { throw new Error('thrown outside'); }, 1); await Bun.sleep(5000); },
  after: (text) => { setTimeout(() => { throw new Error('thrown between jobs'); }, 20); return text; },
  domain: () => { throw new DomainError('conflict', 'Taken.', { facts: { by: 'me' } }); },
  plain: () => { throw new TypeError('no such thing'); },
  uncopyable: () => () => 1,
};
serveWorker(([name, text]: [string, string]) => jobs[name]?.(text ?? ''));
`;

/** Prints what the scenario of that name returns, with everything that was logged. */
const MAIN = `
import { readFileSync } from 'node:fs';
import { createWorkerPool, workerProcess } from '${PLATFORM}/workers/index.ts';

const logged: string[] = [];
const log = { error: ({ err }: { err: Error }) => void logged.push(err.message) };
const open = (options = {}, worker = 'jobs/jobs.worker') =>
  createWorkerPool<[string, string?], any>({
    start: workerProcess(worker), what: 'Rendering', size: 2, maxQueued: 10, timeLimitMs: 10_000, idleMs: 10_000, log, ...options,
  });
const told = (promise: Promise<unknown>) =>
  promise.then((value) => ({ value }), (e) => ({ code: e.code, message: e.message, details: e.details, cause: e.cause?.message }));
const until = async (isTrue: () => boolean) => { while (!isTrue()) await Bun.sleep(5); };
const isAlive = (pid: number) => { try { return !/^State:\\s+Z/m.test(readFileSync('/proc/' + pid + '/status', 'utf8')) } catch { return false } };

const scenarios: Record<string, () => Promise<unknown>> = {
  async normal() {
    const pool = open();
    const before = pool.stats();
    const large = 'ü'.repeat(3_000_000);
    const answers = await Promise.all([pool.run(['echo', 'a']), pool.run(['echo', 'b']), pool.run(['echo', 'c'])]);
    const isSame = (await pool.run(['echo', large])) === large;
    const [secret, cwd] = await pool.run(['environment']);
    const after = pool.stats();
    await pool.close();
    return { before, answers, isSame, secret, cwd, after, closed: pool.stats(), late: await told(pool.run(['echo'])) };
  },
  async errors() {
    const pool = open({ size: 1 });
    const results = [];
    for (const name of ['domain', 'plain', 'uncopyable']) results.push(await told(pool.run([name])));
    results.push(await told(pool.run((() => 1) as any)));
    results.push(await told(pool.run(['echo', 'fine'])));
    return { results, stats: pool.stats() };
  },
  async hung() {
    const pool = open({ size: 1, timeLimitMs: 200 });
    const pid = await pool.run(['pid']);
    const results = await Promise.all(['loop', 'backtrack', 'echo'].map((name) => told(pool.run([name, 'next']))));
    await until(() => !isAlive(pid));
    return { results, stats: pool.stats() };
  },
  async memory() {
    const pool = open({ size: 1, memoryLimitMb: 300 });
    await pool.run(['echo']);
    const before = process.memoryUsage().rss;
    const results = [await told(pool.run(['hoard'])), await told(pool.run(['echo', 'next']))];
    return { results, grownMb: (process.memoryUsage().rss - before) / 1024 / 1024 };
  },
  async crashes() {
    const pool = open({ size: 1 });
    const results = await Promise.all(['exit', 'echo', 'crash', 'echo', 'later', 'echo'].map((name) => told(pool.run([name, 'next']))));
    const after = await pool.run(['after', 'done']);
    await until(() => pool.stats().workers === 0);
    return { results, after, next: await pool.run(['echo', 'next']), stats: pool.stats() };
  },
  async queue() {
    const pool = open({ size: 1, maxQueued: 2 });
    const order: string[] = [];
    const jobs = ['1', '2', '3'].map((text) => pool.run(['slow', text]).then((got) => void order.push(got)));
    const refused = await told(pool.run(['echo']));
    await Promise.all(jobs);
    return { refused, order };
  },
  async aborts() {
    const pool = open({ size: 1 });
    await pool.run(['echo']);
    const running = new AbortController();
    const waiting = new AbortController();
    const results = [told(pool.run(['loop'], running)), told(pool.run(['echo'], waiting)), told(pool.run(['echo', 'next']))];
    waiting.abort(new Error('withdrawn'));
    const queued = pool.stats().queued;
    running.abort(new Error('stopped'));
    const late = await told(pool.run(['echo'], running));
    return { results: await Promise.all(results), queued, late, stats: pool.stats() };
  },
  async idle() {
    const pool = open({ idleMs: 100 });
    const pids = await Promise.all([pool.run(['pid']), pool.run(['pid'])]);
    const most = pool.stats().workers;
    await until(() => pool.stats().workers === 0 && !pids.some(isAlive));
    return { most, next: await pool.run(['echo', 'next']) };
  },
  async broken() {
    const pool = open({}, 'broken.worker');
    const results = await Promise.all([told(pool.run(['echo'])), told(pool.run(['echo']))]);
    await Bun.sleep(1000);
    return { results, stats: pool.stats() };
  },
  async closing() {
    const pool = open({ size: 1 });
    await pool.run(['echo']);
    const results = [told(pool.run(['slow', 'done'])), told(pool.run(['echo']))];
    await Promise.all([pool.close(), pool.close()]);
    return { results: await Promise.all(results), stats: pool.stats() };
  },
  /** Never closes: the process must end all the same, and its workers with it. */
  async forgotten() {
    const pool = open();
    return Promise.all([pool.run(['pid']), pool.run(['pid'])]);
  },
  /** To be killed while a worker hangs. */
  async killed() {
    const pool = open({ timeLimitMs: 600_000 });
    const pid = await pool.run(['pid']);
    void pool.run(['loop']).catch(() => undefined);
    return pid;
  },
  async mine() {
    return { argv: process.argv.slice(2) };
  },
};
const scenario = scenarios[process.argv[2] ?? ''] ?? scenarios.mine;
void scenario!().then((result) => process.stdout.write(JSON.stringify({ result, logged }) + '\\n'));
`;

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
  // What is not in the executable is nowhere.
  rmSync(source, { recursive: true });
});

function start(...args: string[]) {
  return Bun.spawn([executable, ...args], {
    cwd: folder,
    env: { SECRET: 'of the server' },
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
    expect(result.after).toEqual({ workers: 2, busy: 0, queued: 0, started: 2, crashed: 0 });
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
    expect(result.stats).toMatchObject({ started: 1, crashed: 0 });
    expect(logged).toEqual([]);
  });

  test('endless work is ended and the next job done', async () => {
    const { result, logged } = await play('hung');
    const tooLong = { code: 'too_large', message: expect.stringContaining('took longer than 0.2 seconds') };
    expect(result.results).toMatchObject([tooLong, tooLong, NEXT]);
    expect(result.stats).toMatchObject({ workers: 1, started: 3, crashed: 0 });
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

  test('beyond the queue jobs are refused; those in it are done in order', async () => {
    const { result } = await play('queue');
    expect(result.refused).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } });
    expect(result.order).toEqual(['1', '2', '3']);
  });

  test('jobs nobody waits for are withdrawn or stopped', async () => {
    const { result } = await play('aborts');
    expect(result.results).toMatchObject([{ message: 'stopped' }, { message: 'withdrawn' }, NEXT]);
    expect(result).toMatchObject({
      queued: 1,
      late: { message: 'stopped' },
      stats: { started: 2, crashed: 0 },
    });
  });

  test('idle workers end', async () => {
    expect((await play('idle')).result).toEqual({ most: 2, next: 'next' });
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
    expect(JSON.parse(said).result).toEqual({ most: 2, next: 'next' });
  });
});

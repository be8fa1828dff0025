import { resolve } from 'node:path';

/** With slashes everywhere, because it goes into import lines. */
const PLATFORM = resolve(import.meta.dir, '../../../src/platform').replaceAll('\\', '/');

/** What the program's workers can do. */
export const JOBS_WORKER = `
import { serveWorker } from '${PLATFORM}/workers/serve.ts';
import { toDiskError } from '${PLATFORM}/files/disk-errors.ts';
import { DomainError } from '${PLATFORM}/errors.ts';

const hoard: unknown[] = [];
const jobs: Record<string, (text: string) => unknown> = {
  echo: (text) => text,
  slow: async (text) => (await Bun.sleep(300), text),
  pid: () => process.pid,
  environment: () => [process.env.SECRET, process.cwd(), process.env.NODE_EXTRA_CA_CERTS],
  loop: () => { for (;;) {} },
  backtrack: () => /^(a|a)*$/.test('a'.repeat(500) + 'b') && jobs.loop?.(''),
  hoard: () => { for (let i = 0; ; i += 1) hoard.push({ i, text: 'x' + i }); },
  exit: () => process.exit(7),
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  later: async () => { setTimeout(() => { throw new Error('thrown outside'); }, 1); await Bun.sleep(5000); },
  after: (text) => { setTimeout(() => { throw new Error('thrown between jobs'); }, 20); return text; },
  domain: () => { throw new DomainError('conflict', 'Taken.', { facts: { by: 'me' } }); },
  disk: () => { throw toDiskError(Object.assign(new Error('EACCES: denied'), { code: 'EACCES', path: '/data/media/file' })); },
  plain: () => { throw new TypeError('no such thing'); },
  uncopyable: () => () => 1,
};
serveWorker(([name, text]: [string, string]) => jobs[name]?.(text ?? ''));
`;

/** Prints what the scenario of that name returns, with everything that was logged. */
export const MAIN = `
import { readFileSync } from 'node:fs';
import { adviseOnUnwritable } from '${PLATFORM}/files/disk-errors.ts';
import { FairShare } from '${PLATFORM}/fair-use/fair-share.ts';
import { WorkerPool } from '${PLATFORM}/workers/pool.ts';
import { workerProcess } from '${PLATFORM}/workers/worker-process.ts';

const logged: string[] = [];
const log = { error: ({ err }: { err: Error }) => void logged.push(err.message) };
const open = (options = {}, worker = 'jobs/jobs.worker') => {
  const pool = new WorkerPool<[string, string?], any>({
    start: workerProcess(worker), share: new FairShare(), what: 'Rendering', size: 2, maxQueued: 10, maxQueuedOfOwner: 10, timeLimitMs: 10_000, idleMs: 10_000, log, ...options,
  });
  const run = (input: [string, string?], more = {}) => pool.run(input, { owner: 'a', signal: more.signal });
  return { run, stats: () => pool.stats(), close: () => pool.close() };
};
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
    const [secret, cwd, authorities] = await pool.run(['environment']);
    const after = pool.stats();
    await pool.close();
    return { before, answers, isSame, secret, cwd, authorities, after, closed: pool.stats(), late: await told(pool.run(['echo'])) };
  },
  async errors() {
    const pool = open({ size: 1 });
    const results = [];
    for (const name of ['domain', 'plain', 'uncopyable']) results.push(await told(pool.run([name])));
    results.push(await told(pool.run((() => 1) as any)));
    results.push(await told(pool.run(['echo', 'fine'])));
    const folder = await pool.run(['disk']).catch(({ code, cause }) => [code, adviseOnUnwritable(cause)?.folder]);
    return { results, folder, stats: pool.stats() };
  },
  async hung() {
    const pool = open({ size: 1, timeLimitMs: 2_000 });
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
    await until(() => pool.stats().crashed === 4);
    return { results, after, next: await pool.run(['echo', 'next']), stats: pool.stats() };
  },
  async restingKilled() {
    const pool = open({ size: 1 });
    process.kill(await pool.run(['pid']), 'SIGKILL');
    const results = await Promise.all(['1', '2'].map((text) => told(pool.run(['echo', text]))));
    return { results, stats: pool.stats() };
  },
  async queue() {
    const pool = open({ size: 1, maxQueuedOfOwner: 2 });
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
    // The first one may have ended before the second one has answered.
    const { started } = pool.stats();
    await until(() => pool.stats().workers === 0 && !pids.some(isAlive));
    return { started, next: await pool.run(['echo', 'next']) };
  },
  async broken() {
    const pool = open({}, 'broken.worker');
    const results = await Promise.all([told(pool.run(['echo'])), told(pool.run(['echo']))]);
    await Bun.sleep(1000);
    return { results, stats: pool.stats() };
  },
  async closing() {
    const pool = open({ size: 1, closeTimeoutMs: 5000 });
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

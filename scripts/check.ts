import { availableParallelism, totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Progress } from './check/progress.ts';
import { type FileCounts, readReport } from './check/test-report.ts';

/**
 * Runs what a change must pass, and ends with 0 if all of it passed. A test that fails is a failure: nothing runs twice.
 *
 *     bun run check                format, types, build, the tests except `*.all.test.ts`, and some tests on PostgreSQL
 *     bun run check --all          the same, then what protects against the rare: `*.all.test.ts`, the rest of the
 *                                  tests on PostgreSQL and on three servers, soak and kills
 *     bun run check --rest         only what `--all` adds; needs the build of a check
 *     bun run check test/mail      the tests of this folder or file
 *     --update-timings             also writes how long each file took to test/timings.json
 *
 * In CI (`CI=true`) a test that is left out because a tool is missing counts as failed.
 */
const { values: flags, positionals: filters } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    'update-timings': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const root = resolve(import.meta.dir, '..');
const REPORT = 'dist/test-report.xml';

/** The milliseconds of each test file. The slowest start first, so that none of them runs alone at the end. */
const TIMINGS = 'test/timings.json';

const OF_ALL = '.all.test.ts';

interface Step {
  name: string;
  command: readonly string[];
  /** Shows its output at once, and not only if it fails. */
  isShown?: boolean;
}

/** Tests start workers from the built executable, see test/support/built-workers.ts. */
const ENVIRONMENT = {
  ...Bun.env,
  GALLEY_TEST_WORKERS: resolve(root, process.platform === 'win32' ? 'dist/galley.exe' : 'dist/galley'),
};

/** One checker, because each further one would check shared types again. */
const TSC: readonly string[] = ['tsc', '--noEmit', '--checkers', '1'];

const STEPS: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'ci', '--colors=off', '--error-on-warnings', '.'] },
  { name: 'types', command: TSC },
  // A separate program, because it has the types of browsers and not those of Bun.
  { name: 'types of the browser client', command: [...TSC, '-p', 'src/sdk'] },
  { name: 'types of the client of backends', command: [...TSC, '-p', 'src/sdk/server'] },
  { name: 'types of the client of the admin API', command: [...TSC, '-p', 'src/sdk/admin'] },
  { name: 'types of the dashboard', command: [...TSC, '-p', 'src/dashboard'] },
  { name: 'build', command: ['bun', 'scripts/build.ts'] },
  { name: 'tools for the tests', command: ['bun', 'scripts/test-tools.ts'], isShown: true },
];

const ON_POSTGRES: Step = { name: 'tests on PostgreSQL', command: ['bun', 'scripts/check-postgres.ts'] };

/** One after the other, because some of them measure memory or kill processes. */
const DRILLS: readonly Step[] = [
  { name: 'all tests on PostgreSQL', command: ['bun', 'scripts/check-postgres.ts', '--all'] },
  { name: 'tests on three servers', command: ['bun', 'scripts/check-postgres.ts', '--servers', '--pooled'] },
  { name: 'soak', command: ['bun', 'test/soak/main.ts', '--minutes', '1'] },
  { name: 'kills of backups and restores', command: ['bun', 'test/kills/main.ts', '--kills', '5'] },
];

const print = (line: string) => process.stdout.write(`${line}\n`);

const secondsSince = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

const sumOf = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
});

/** Runs a step and prints one line, and its whole output if it fails. */
async function run({ name, command, isShown = false }: Step): Promise<Outcome> {
  const started = performance.now();
  const output = isShown ? 'inherit' : 'pipe';
  const child = Bun.spawn([...command], {
    cwd: root,
    env: ENVIRONMENT,
    stdio: ['ignore', output, output],
  });
  const texts = await Promise.all([child.stdout, child.stderr].map((stream) => stream?.text() ?? ''));
  const isPassed = (await child.exited) === 0;
  if (!isPassed) print(`\n${command.join(' ')}\n${texts.join('')}`);
  print(`${name}: ${isPassed ? 'passed' : 'FAILED'} after ${secondsSince(started)}`);
  return { passed: Number(isPassed), failed: Number(!isPassed), skipped: 0 };
}

async function runInTurn(steps: readonly Step[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const step of steps) outcomes.push(await run(step));
  return sumOf(outcomes);
}

/** The test files of a check, or those that only `--all` runs. */
function chooseFiles(isOfAll: (file: string) => boolean): string[] {
  return [...new Bun.Glob('test/**/*.test.ts').scanSync({ cwd: root })]
    .filter((file) => (filters.length > 0 ? filters.some((filter) => file.includes(filter)) : isOfAll(file)))
    .toSorted();
}

/** Many tests wait, so there are two processes more than cores, if each can have a gigabyte. */
const PROCESSES = Math.min(
  availableParallelism() + 2,
  Math.max(1, Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 30)),
);

async function runTests(files: readonly string[]): Promise<Outcome> {
  const started = performance.now();
  const report = resolve(root, REPORT);
  if (await Bun.file(report).exists()) await Bun.file(report).delete();
  const child = Bun.spawn(
    [
      ...['bun', 'test', '--no-isolate', '--reporter=junit', `--reporter-outfile=${REPORT}`],
      // Time limit of a test, long enough for a busy machine.
      ...['--timeout', '180000'],
      ...[`--parallel=${PROCESSES}`, `--timings=${TIMINGS}`],
      ...(flags['update-timings'] ? ['--update-timings'] : []),
      ...files.map((file) => `./${file}`),
    ],
    { cwd: root, env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const progress = new Progress(files.length);
  await Promise.all([progress.read(child.stdout), progress.read(child.stderr)]);
  progress.end();
  const outcome = count(files, await readReport(report), await child.exited);
  print(`tests: ${outcome.failed === 0 ? 'passed' : 'FAILED'} after ${secondsSince(started)}`);
  return outcome;
}

function count(files: readonly string[], report: ReadonlyMap<string, FileCounts>, status: number): Outcome {
  const missing = files.filter((file) => !report.has(file));
  for (const file of missing) print(`${file}: FAILED to load, has no tests, or its process crashed`);
  const counts = [...report.values()];
  const failures = counts.reduce((sum, { failures }) => sum + failures, missing.length);
  const skipped = counts.reduce((sum, { skipped }) => sum + skipped, 0);
  if (skipped > 0) printSkipped(report);
  // An error between tests is not in the report.
  const failed = failures === 0 && status !== 0 ? 1 : failures;
  const passed = counts.reduce((sum, counts) => sum + counts.tests - counts.failures - counts.skipped, 0);
  return Bun.env.CI === 'true'
    ? { passed, failed: failed + skipped, skipped: 0 }
    : { passed, failed, skipped };
}

/** Names how many tests of which folders were left out. */
function printSkipped(report: ReadonlyMap<string, FileCounts>): void {
  const folders = new Map<string, number>();
  for (const [file, { skipped }] of report) {
    if (skipped > 0) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + skipped);
  }
  print('Left out, because a tool is missing (see above):');
  for (const [folder, skipped] of folders) print(`  ${folder}: ${skipped} tests`);
}

/** The chosen tests, with those on PostgreSQL beside them. */
async function check(): Promise<Outcome> {
  const steps = sumOf(await Promise.all(STEPS.map(run)));
  if (steps.failed > 0) return steps;
  const files = chooseFiles((file) => !file.endsWith(OF_ALL));
  print(`\nRunning the tests of ${files.length} files …`);
  const tests = [runTests(files), ...(filters.length === 0 ? [run(ON_POSTGRES)] : [])];
  return sumOf([steps, ...(await Promise.all(tests))]);
}

async function checkRest(): Promise<Outcome> {
  const files = chooseFiles((file) => file.endsWith(OF_ALL));
  print(`\nRunning the tests of ${files.length} more files …`);
  return sumOf([await runTests(files), await runInTurn(DRILLS)]);
}

const started = performance.now();
const outcomes: Outcome[] = [];
if (!flags.rest) outcomes.push(await check());
if (flags.rest || (flags.all && sumOf(outcomes).failed === 0)) outcomes.push(await checkRest());
const { passed, failed, skipped } = sumOf(outcomes);
print(`\ntotal: ${secondsSince(started)}`);
print(`checks: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);

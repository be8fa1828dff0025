import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { Parser } from 'htmlparser2';

/**
 * Runs everything a change must pass. The steps before the tests run side by side; then the test files are spread over two
 * processes more than there are cores, because many tests wait, and those on PostgreSQL run beside them. In CI (`CI=true`) a skipped test counts as a failed one.
 * Files with a failed test run once more, alone, because some tests fail only on an overloaded machine, and so do the tests
 * on PostgreSQL: what passes then is listed and does not count as failed.
 * `bun run check test/mail` runs the tests of that folder only. `bun run check --update-timings` also writes how long each
 * file took to TIMINGS.
 */
const root = resolve(import.meta.dir, '..');
const REPORT = 'dist/test-report.xml';

/**
 * File with the milliseconds of each test file. The slowest start first, so that none of them runs alone at the end.
 */
const TIMINGS = 'test/timings.json';

interface Step {
  name: string;
  command: readonly string[];
  env?: Record<string, string | undefined>;
}

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
  { name: 'tools for the tests', command: ['bun', 'scripts/test-tools.ts'] },
];

const FILTERS = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));

/** If more files fail, they do not run again: that is not caused by load. */
const MAX_RERUN_FILES = 5;

const RUNNER: readonly string[] = [
  ...['bun', 'test', '--no-isolate', '--only-failures', '--reporter=junit', `--reporter-outfile=${REPORT}`],
  // Time limit of a test, long enough for a busy machine.
  ...['--timeout', '180000'],
];

const TESTS: readonly string[] = [
  ...RUNNER,
  `--parallel=${availableParallelism() + 2}`,
  `--timings=${TIMINGS}`,
  ...process.argv.slice(2),
];

const secondsSince = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/** Runs a step and prints one line, and its whole output if it fails. */
async function run({ name, command, env = Bun.env }: Step): Promise<boolean> {
  const started = performance.now();
  const child = Bun.spawn([...command], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const passed = (await child.exited) === 0;
  if (!passed) process.stdout.write(`\n${command.join(' ')}\n${stdout}${stderr}`);
  process.stdout.write(`${name}: ${passed ? 'passed' : 'FAILED'} after ${secondsSince(started)}\n`);
  return passed;
}

interface Count {
  files: number;
  tests: number;
  failures: number;
  skipped: number;
  seconds: number;
}

/** Counts the tests of each file in the report by outcome. */
async function readReport(): Promise<Map<string, Count>> {
  const files = new Map<string, Count>();
  const report = Bun.file(resolve(root, REPORT));
  if (!(await report.exists())) return files;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name !== 'testsuite') return;
        depth += 1;
        // The counts of a file's suite include those of suites inside it.
        if (depth > 1) return;
        files.set(attributes.file ?? '', {
          files: 1,
          tests: Number(attributes.tests),
          failures: Number(attributes.failures),
          skipped: Number(attributes.skipped),
          seconds: Number(attributes.time),
        });
      },
      onclosetag(name) {
        if (name === 'testsuite') depth -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.end(await report.text());
  return files;
}

function add(sum: Count | undefined, count: Count): Count {
  if (sum === undefined) return count;
  return {
    files: sum.files + count.files,
    tests: sum.tests + count.tests,
    failures: sum.failures + count.failures,
    skipped: sum.skipped + count.skipped,
    seconds: sum.seconds + count.seconds,
  };
}

function printFolder(folder: string, { files, tests, failures, skipped, seconds }: Count): void {
  const parts = [
    `${tests - failures - skipped} passed`,
    ...(failures > 0 ? [`${failures} FAILED`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    `${files} files`,
    `${seconds.toFixed(1)} s`,
  ];
  process.stdout.write(`${folder}: ${parts.join(', ')}\n`);
}

/** Tests start workers from the built executable, see test/support/built-workers.ts. */
const TEST_ENVIRONMENT = {
  ...Bun.env,
  GALLEY_TEST_WORKERS: resolve(root, process.platform === 'win32' ? 'dist/galley.exe' : 'dist/galley'),
};

/** Runs test files; resolves to the report and the exit status. */
async function runTests(command: readonly string[]): Promise<{ files: Map<string, Count>; status: number }> {
  process.stdout.write(`\n${command.join(' ')}\n`);
  const report = Bun.file(resolve(root, REPORT));
  if (await report.exists()) await report.delete();
  const child = Bun.spawn([...command], {
    cwd: root,
    env: TEST_ENVIRONMENT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const status = await child.exited;
  process.stdout.write('\n');
  return { files: await readReport(), status };
}

/** The test files that the arguments choose. */
const expectedFiles = (): string[] =>
  [...new Bun.Glob('test/**/*.test.ts').scanSync({ cwd: root })].filter(
    (file) => FILTERS.length === 0 || FILTERS.some((filter) => file.includes(filter)),
  );

const failuresOf = (files: ReadonlyMap<string, Count>): string[] =>
  [...files].flatMap(([file, { failures }]) => (failures > 0 ? [file] : []));

/** Runs the failed files again, one after the other, and replaces their counts by the new ones. */
async function rerunFailed(files: Map<string, Count>): Promise<void> {
  const failed = failuresOf(files);
  if (failed.length === 0 || failed.length > MAX_RERUN_FILES) return;
  const { files: again } = await runTests([...RUNNER, ...failed.map((file) => `./${file}`)]);
  for (const file of failed) {
    const count = again.get(file);
    if (count === undefined) continue;
    files.set(file, count);
    if (count.failures === 0) process.stdout.write(`${file}: FAILED beside other tests, and passed alone\n`);
  }
}

/** `others`: steps that run beside the tests and must end before failed ones run alone. */
async function checkTests(others: Promise<unknown>): Promise<{ passed: number; failed: number }> {
  const started = performance.now();
  const { files, status } = await runTests(TESTS);
  await others;
  // An error between tests is not in the report.
  const isUnexplained = status !== 0 && failuresOf(files).length === 0;
  await rerunFailed(files);
  const missing = expectedFiles().filter((file) => !files.has(file));
  for (const file of missing) {
    process.stdout.write(`${file}: FAILED to load, has no tests, or its process crashed\n`);
  }
  const folders = new Map<string, Count>();
  for (const [file, count] of files) folders.set(dirname(file), add(folders.get(dirname(file)), count));
  let passed = 0;
  let failed = Math.max(missing.length, isUnexplained ? 1 : 0);
  for (const [folder, count] of [...folders].sort(([a], [b]) => a.localeCompare(b))) {
    printFolder(folder, count);
    passed += count.tests - count.failures - count.skipped;
    failed += count.failures + (process.env.CI === 'true' ? count.skipped : 0);
  }
  process.stdout.write(`tests: ${failed === 0 ? 'passed' : 'FAILED'} after ${secondsSince(started)}\n`);
  return { passed, failed };
}

const ON_POSTGRES: Step = {
  name: 'tests on PostgreSQL',
  command: ['bun', 'scripts/check-postgres.ts'],
  env: TEST_ENVIRONMENT,
};

const started = performance.now();
const outcomes = await Promise.all(STEPS.map(run));
let passed = outcomes.filter((outcome) => outcome).length;
let failed = outcomes.length - passed;
if (failed === 0) {
  const onPostgres = FILTERS.length === 0 ? run(ON_POSTGRES) : undefined;
  const tests = await checkTests(Promise.resolve(onPostgres));
  passed += tests.passed;
  failed += tests.failed;
  if (onPostgres !== undefined) {
    const isPassed =
      (await onPostgres) || (await run({ ...ON_POSTGRES, name: 'tests on PostgreSQL, alone' }));
    if (isPassed) passed += 1;
    else failed += 1;
  }
}
process.stdout.write(`\ntotal: ${secondsSince(started)}\n`);
process.stdout.write(`checks: ${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

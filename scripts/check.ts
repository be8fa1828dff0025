import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { Parser } from 'htmlparser2';

/**
 * Runs everything a change must pass. The steps before the tests run side by side; then the test files are spread over one
 * process more than there are cores, because many tests wait. In CI (`CI=true`) a skipped test counts as a failed one.
 * `bun run check test/mail` runs the tests of that folder only. `bun run check --update-timings` also writes how long each
 * file took to TIMINGS.
 */
const root = resolve(import.meta.dir, '..');
const REPORT = 'dist/test-report.xml';

/** Milliseconds per test file: the slowest start first, so that no process works on one of them alone at the end. */
const TIMINGS = 'test/timings.json';

interface Step {
  name: string;
  command: readonly string[];
}

const STEPS: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'ci', '--colors=off', '--error-on-warnings', '.'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  // A separate program: it has the types of browsers and not those of Bun.
  { name: 'types of the browser client', command: ['tsc', '--noEmit', '-p', 'src/sdk'] },
  { name: 'types of the client of backends', command: ['tsc', '--noEmit', '-p', 'src/sdk/server'] },
  { name: 'types of the client of the admin API', command: ['tsc', '--noEmit', '-p', 'src/sdk/admin'] },
  { name: 'types of the dashboard', command: ['tsc', '--noEmit', '-p', 'src/dashboard'] },
  { name: 'build', command: ['bun', 'scripts/build.ts'] },
  { name: 'tools for the tests', command: ['bun', 'scripts/test-tools.ts'] },
];

const TESTS: readonly string[] = [
  ...['bun', 'test', `--parallel=${availableParallelism() + 1}`, '--no-isolate', '--only-failures'],
  ...['--reporter=junit', `--reporter-outfile=${REPORT}`],
  `--timings=${TIMINGS}`,
  // Finds a test that hangs, also on a busy machine.
  ...['--timeout', '60000'],
  ...process.argv.slice(2),
];

const secondsSince = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/** Runs a step and prints one line, and its whole output if it fails. */
async function run({ name, command }: Step): Promise<boolean> {
  const started = performance.now();
  const child = Bun.spawn([...command], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** Counts the tests of each folder in the report by outcome. */
async function readReport(): Promise<Map<string, Count>> {
  const folders = new Map<string, Count>();
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name !== 'testsuite') return;
        depth += 1;
        // The suite of a file counts the suites inside of it.
        if (depth > 1) return;
        const folder = dirname(attributes.file ?? '');
        const count = folders.get(folder) ?? { files: 0, tests: 0, failures: 0, skipped: 0, seconds: 0 };
        folders.set(folder, count);
        count.files += 1;
        count.tests += Number(attributes.tests);
        count.failures += Number(attributes.failures);
        count.skipped += Number(attributes.skipped);
        count.seconds += Number(attributes.time);
      },
      onclosetag(name) {
        if (name === 'testsuite') depth -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.end(await Bun.file(resolve(root, REPORT)).text());
  return folders;
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

async function runTests(): Promise<{ passed: number; failed: number }> {
  const started = performance.now();
  process.stdout.write(`\n${TESTS.join(' ')}\n`);
  const report = Bun.file(resolve(root, REPORT));
  if (await report.exists()) await report.delete();
  const child = Bun.spawn([...TESTS], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const status = await child.exited;
  process.stdout.write('\n');
  let passed = 0;
  let failed = 0;
  const folders = (await report.exists()) ? await readReport() : new Map<string, Count>();
  for (const [folder, count] of [...folders].sort(([a], [b]) => a.localeCompare(b))) {
    printFolder(folder, count);
    passed += count.tests - count.failures - count.skipped;
    failed += count.failures + (process.env.CI === 'true' ? count.skipped : 0);
  }
  // The report has no file that could not be loaded and no process that crashed.
  if (status !== 0 && failed === 0) failed = 1;
  process.stdout.write(`tests: ${failed === 0 ? 'passed' : 'FAILED'} after ${secondsSince(started)}\n`);
  return { passed, failed };
}

const started = performance.now();
const outcomes = await Promise.all(STEPS.map(run));
let passed = outcomes.filter((outcome) => outcome).length;
let failed = outcomes.length - passed;
if (failed === 0) {
  const tests = await runTests();
  passed += tests.passed;
  failed += tests.failed;
}
process.stdout.write(`\ntotal: ${secondsSince(started)}\n`);
process.stdout.write(`checks: ${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

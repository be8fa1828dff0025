import { resolve } from 'node:path';

/** Everything a change has to pass, in the order in which failures are cheapest to learn of. */
const STEPS: readonly (readonly [name: string, command: readonly string[]])[] = [
  ['format and lint', ['biome', 'ci', '--colors=off', '--error-on-warnings', '.']],
  ['types', ['tsc', '--noEmit']],
  // A world of its own: what browsers have, and nothing of Bun.
  ['types of the browser client', ['tsc', '--noEmit', '-p', 'src/sdk']],
  ['build', ['bun', 'scripts/build.ts']],
  ['browser', ['bun', 'scripts/chromium.ts']],
  // Busy machines take their time; a test that hangs is still found out.
  ['tests', ['bun', 'test', '--timeout', '60000']],
];

const root = resolve(import.meta.dir, '..');
let passed = 0;
for (const [name, command] of STEPS) {
  process.stdout.write(`\n== ${name}: ${command.join(' ')}\n`);
  const started = performance.now();
  const child = Bun.spawn([...command], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const status = await child.exited;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s\n`);
  if (status !== 0) break;
  passed += 1;
}
const failed = passed === STEPS.length ? 0 : 1;
process.stdout.write(`\nchecks: ${passed} passed, ${failed} failed\n`);
process.exit(failed);

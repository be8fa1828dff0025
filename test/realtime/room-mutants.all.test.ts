import { expect, test } from 'bun:test';
import { MUTANTS } from './sessions/mutants.ts';

const DIRECTED = ['room', 'live-template'];
const SESSIONS = ['room-sessions'];

/** Runs tests with a changed rule, up to the first failure. Returns what they print. */
async function runWith(mutant: number, names: readonly string[]): Promise<string> {
  const files = names.map((name) => `test/realtime/${name}.test.ts`);
  const run = Bun.spawn(
    [process.execPath, 'test', '--bail', '--preload', './test/realtime/sessions/apply-mutant.ts', ...files],
    {
      env: { ...process.env, MUTANT: `${mutant}`, PROPERTY_RUNS: '300', SHRINK: 'no' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 240_000,
    },
  );
  const [out, errors] = await Promise.all([run.stdout.text(), run.stderr.text(), run.exited]);
  return out + errors;
}

test.each(MUTANTS.map(({ name }, index) => [name, index] as const))(
  'the tests of rooms notice it: %s',
  async (_name, index) => {
    const quick = await runWith(index, DIRECTED);
    const output = quick.includes('(fail)') ? quick : await runWith(index, SESSIONS);
    expect(output).not.toContain('does not have the code of the mutant');
    expect(output).toContain('(fail)');
  },
  300_000,
);

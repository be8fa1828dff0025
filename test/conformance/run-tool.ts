import type { Outcome } from '../binary/support.ts';

/** Longest a tool may run: a guard against hanging, not an expectation. */
const PATIENCE_MS = 60_000;

/**
 * Runs a command of an installed package to its end with this very Bun: these packages want a newer Node than the one
 * that may be there. Nothing is downloaded, and what it leaves behind it leaves in `home`.
 */
export async function runTool(args: readonly string[], home: string): Promise<Outcome> {
  const child = Bun.spawn([process.execPath, '--no-install', ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: home, NO_COLOR: '1', BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  return { status: child.exitCode, stdout, stderr };
}

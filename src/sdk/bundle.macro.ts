import { join } from 'node:path';

/**
 * Builds the browser client while bundling, so that the executable carries it: file name → text. Called as a macro
 * only: its answer is pasted into the code as a literal. By a process of its own, because bundling and declaring
 * take their time and a macro had better not bundle.
 */
export function readBundledSdk(): Record<string, string> {
  const script = join(import.meta.dir, '../../scripts/sdk.ts');
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, script, '--print']);
  if (exitCode !== 0) {
    // The bundler does not show what a macro throws.
    process.stderr.write(stderr);
    throw new Error('the browser client cannot be built');
  }
  return JSON.parse(stdout.toString());
}

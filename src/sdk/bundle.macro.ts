import { join } from 'node:path';

/**
 * Builds the browser client at build time, so that the executable contains it: file name → text. A macro: the bundler
 * inserts the result as a literal. The build runs in a process of its own, because a macro must not start the bundler.
 */
export function readBundledSdk(): Record<string, string> {
  const script = join(import.meta.dir, '../../scripts/sdk.ts');
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, script, '--print']);
  if (exitCode !== 0) {
    // The bundler does not show errors of macros.
    process.stderr.write(stderr);
    throw new Error('the browser client cannot be built');
  }
  return JSON.parse(stdout.toString());
}

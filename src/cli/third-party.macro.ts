import { join } from 'node:path';

/**
 * The list of third-party parts, collected at build time, so that the executable contains it: JSON, compressed, in Base64. A
 * macro: the bundler inserts the result as a literal. A macro must not start the bundler, so another process does.
 */
export function readThirdParty(): string {
  const script = join(import.meta.dir, '../../scripts/third-party/collect.ts');
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, script]);
  if (exitCode !== 0) {
    // The bundler does not show errors of macros.
    process.stderr.write(stderr);
    throw new Error('the list of third-party parts cannot be made');
  }
  return Buffer.from(Bun.gzipSync(new Uint8Array(stdout))).toString('base64');
}

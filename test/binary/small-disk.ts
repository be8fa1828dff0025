import { test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPlace } from './support.ts';

/** Mounts a disk of its own, with these options, and tells whether that worked. */
export const mount = (options: string, folder: string) =>
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder], {
    stdio: ['ignore', 'ignore', 'ignore'],
  }).exitCode === 0;

/** Filling a disk needs a small one: a tmpfs, which only root can mount, and not in every container. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const probe = createPlace();
  const folder = join(probe.dir, 'disk');
  mkdirSync(folder);
  const mounted = mount('size=64k', folder);
  if (mounted) Bun.spawnSync(['umount', folder]);
  probe.remove();
  return mounted;
}

export const isPossible = canMount();

/** Has to be called by every file of tests that needs a small disk. */
export function sayIfLeftOut(): void {
  if (isPossible) return;
  process.stderr.write(
    'LEFT OUT: the tests on a full disk need root on Linux and the right to mount a tmpfs.\n',
  );
  test.if(process.env.CI === 'true')('CI must be able to mount a tmpfs', () => {
    throw new Error(
      'as root on Linux with the right to mount (CAP_SYS_ADMIN) the tests on a full disk can run',
    );
  });
}

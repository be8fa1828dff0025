import { test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a tmpfs with these options on a folder. Returns whether that worked. */
export const mount = (options: string, folder: string) =>
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder], {
    stdio: ['ignore', 'ignore', 'ignore'],
  }).exitCode === 0;

export const unmount = (folder: string) => Bun.spawnSync(['umount', '-l', folder], { stderr: 'ignore' });

/** Tests of a full disk need a small one: a tmpfs, which only root can mount, and not in every container. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'galley-disk-'));
  const mounted = mount('size=64k', folder);
  if (mounted) unmount(folder);
  rmSync(folder, { recursive: true, force: true });
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

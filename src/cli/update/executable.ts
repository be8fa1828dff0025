import { chmodSync, chownSync, closeSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { HOUR_MS, systemClock } from '../../platform/clock.ts';
import { DomainError, isDiskFull } from '../../platform/errors.ts';
import { sha256HexOf } from '../../platform/security/crypto.ts';
import { requireSignature } from './release-keys.ts';
import type { ReleaseSource } from './release-source.ts';

/** How long the new executable may take to say its version. */
const START_MS = 30_000;

interface Wanted {
  version: string;
  /** The name of the executable in the release. */
  name: string;
  /** Public keys, one of which must have signed the release. */
  keys: readonly string[];
}

/** The executable of this installation, and the files beside it during an update. */
export class Executable {
  readonly previous: string;
  private readonly download: string;

  constructor(readonly path: string) {
    this.previous = `${path}.previous`;
    this.download = `${path}.download`;
  }

  /**
   * Reserves the file for the download, which keeps a second update away. Throws `forbidden` if nothing can be written beside
   * the executable, `conflict` while another update runs.
   */
  reserve(): void {
    const left = statSync(this.download, { throwIfNoEntry: false });
    if (left !== undefined && systemClock.now() - left.mtimeMs < HOUR_MS)
      throw new DomainError(
        'conflict',
        `Another update may be running: ${this.download} is less than an hour old. Wait for it, or remove the file.`,
      );
    try {
      if (left !== undefined) rmSync(this.download);
      closeSync(openSync(this.download, 'wx', 0o600));
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** Downloads and verifies another version. Throws a sentence if it is not what the project has published. */
  async fetch(source: ReleaseSource, { version, name, keys }: Wanted): Promise<void> {
    const sums = await source.readOf(version, 'SHA256SUMS');
    requireSignature(sums, await source.readOf(version, 'SHA256SUMS.sig'), keys);
    const line = new TextDecoder()
      .decode(sums)
      .match(new RegExp(`^([0-9a-f]{64})  ${RegExp.escape(name)}$`, 'm'));
    if (line === null)
      throw new DomainError(
        'not_found',
        `Galley ${version} has no ${name}, for this machine. Nothing was changed.`,
      );
    // The fetch writes only to new files.
    rmSync(this.download);
    try {
      await source.save(version, name, this.download);
      this.copyRights();
    } catch (error) {
      throw this.explain(error);
    }
    if ((await sha256HexOf(Bun.file(this.download))) !== line[1])
      throw new DomainError(
        'validation_failed',
        `The checksum of ${name} is not the one in SHA256SUMS: the download is damaged. Try again. Nothing was changed.`,
      );
    await this.requireVersion(version);
  }

  /** Puts the download in place. At every moment there is an executable. */
  swap(): void {
    try {
      rmSync(this.previous, { force: true });
      linkSync(this.path, this.previous);
      renameSync(this.download, this.path);
    } catch (error) {
      throw this.explain(error);
    }
  }

  swapBack(): void {
    renameSync(this.previous, this.path);
  }

  /** Removes what an update has left. */
  clear(): void {
    rmSync(this.download, { force: true });
  }

  private copyRights(): void {
    const { mode, uid, gid } = statSync(this.path);
    const own = statSync(this.download);
    if (own.uid !== uid || own.gid !== gid) chownSync(this.download, uid, gid);
    chmodSync(this.download, mode);
  }

  /** An old release has a valid signature too, and a new one may not run here. */
  private async requireVersion(version: string): Promise<void> {
    const child = Bun.spawn([this.download, 'version', '--json'], {
      ...{ cwd: '/', env: {}, timeout: START_MS, stdio: ['ignore', 'pipe', 'ignore'] },
    });
    const text = await child.stdout.text();
    await child.exited;
    if (text.includes(`"galley": "${version}"`)) return;
    const found = /"galley": "([^"]+)"/.exec(text)?.[1];
    throw new DomainError(
      'validation_failed',
      found === undefined
        ? `Galley ${version} does not run on this machine (it ended with ${child.signalCode ?? child.exitCode}). Nothing was changed.`
        : `The release says that it is Galley ${version}, but the executable is Galley ${found}. Nothing was changed.`,
    );
  }

  private explain(error: unknown): unknown {
    const folder = dirname(this.path);
    const { code } = error as { code?: string };
    const reason =
      code === 'storage_full' || isDiskFull(error)
        ? `There is no room for another executable in ${folder}`
        : code === 'EROFS'
          ? `${folder} is mounted for reading only, so ${this.path} cannot be replaced`
          : code === 'EACCES' || code === 'EPERM'
            ? `You may not write to ${folder}: run this as root or as the owner of ${this.path}`
            : undefined;
    if (reason === undefined) return error;
    return new DomainError('forbidden', `${reason}. Nothing was changed.`, {}, { cause: error });
  }
}

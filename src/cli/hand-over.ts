import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { processEnvironment } from '../config/index.ts';
import { findServer } from '../control/client.ts';
import { type UndoneMigration, undoMigration } from '../drivers/sqlite/index.ts';
import { stopwatch } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { DomainError, toDomainError } from '../platform/errors.ts';
import { parseInputOnce } from '../platform/json/input.ts';

const HandOverInput = Type.Object({
  executable: Type.String({ minLength: 1, description: 'Absolute path.' }),
  version: Type.String({ minLength: 1 }),
});

/** How long the new version may take until it is ready, and how long it may take to end. */
const READY_MS = 60_000;
const END_MS = 5_000;

const STEP_MS = 100;

/** Starts a process that is not a child, so that it leaves no zombie. Its output is the one of this process. */
const START_APART = '"$@" >&3 3>&- & echo $!';

/** Why a new version did not take the place of the server, for `galley update`. */
export interface FailedHandOver {
  version: string;
  reason: string;
  /** Whether the former version was away meanwhile. */
  wasStopped: boolean;
  /** The database from before the migration was put back. */
  undone?: UndoneMigration;
  /** Why it could not be put back. */
  fault?: string;
}

/** Where the server leaves it, because the process that knows it becomes another program. */
export const failedHandOverFile = (dataDir: string) => join(dataDir, 'failed-update.json');

/**
 * Lets a new version take the place of this server. Service managers watch this process, so it has to last: the new version
 * starts beside it, takes the data and the ports (`serve --replace`), and once it is ready, this process becomes the new
 * version too, and takes them from the first one the same way. If the new version is not ready in time, this process
 * becomes itself again, with the data as before.
 */
export class HandOver {
  private readonly wanted: Static<typeof HandOverInput>;
  private readonly startedAt: number;
  private readonly elapsed = stopwatch();
  private readonly args = process.argv.slice(2).filter((arg) => arg !== '--replace' && arg !== '--new');
  private pid: number | undefined;
  private isAbandoned = false;

  /** Throws `validation_failed` for an invalid input, `conflict` if this server cannot be replaced. */
  constructor(
    private readonly deps: Pick<Deps, 'clock' | 'log' | 'dataDir' | 'db'>,
    input: unknown,
  ) {
    this.wanted = parseInputOnce(HandOverInput, input);
    this.startedAt = deps.clock.now();
    if (process.platform !== 'linux' || deps.db.isRemote)
      throw new DomainError(
        'conflict',
        'Only a server with a data directory of its own, on Linux, is updated.',
      );
    rmSync(failedHandOverFile(deps.dataDir), { force: true });
  }

  /** Starts the new version. Resolves to false if it did not ask this server to stop. */
  async start(isAsked: () => boolean): Promise<boolean> {
    const { executable, version } = this.wanted;
    this.deps.log.info(
      { executable, version },
      'starting another version, which takes the place of this one',
    );
    try {
      this.pid = await startApart([executable, ...this.args, '--replace']);
      while (!isAsked() && isAlive(this.pid) && this.elapsed() < READY_MS) await Bun.sleep(STEP_MS);
      const reason = this.describeFailure();
      if (!isAsked()) await this.end();
      if (!isAsked()) this.report({ version, reason, wasStopped: false });
    } catch (error) {
      this.report({ version, reason: String((error as Error).message), wasStopped: false });
    }
    return isAsked();
  }

  /** To be called when this server has stopped. Does not return, unless it was abandoned. */
  async finish(): Promise<void> {
    while (!this.isAbandoned && !(await this.isReady())) {
      if (this.pid !== undefined && isAlive(this.pid) && this.elapsed() < READY_MS) await Bun.sleep(STEP_MS);
      else return this.goBack();
    }
    if (this.isAbandoned) return this.end();
    const { executable } = this.wanted;
    become(executable, [executable, ...this.args, '--replace'], processEnvironment);
  }

  /** Ends the new version too: this process was asked to end. */
  abandon(): void {
    this.isAbandoned = true;
    sendSignal(this.pid, 'SIGTERM');
  }

  private async goBack(): Promise<void> {
    const failed: FailedHandOver = {
      version: this.wanted.version,
      reason: this.describeFailure(),
      wasStopped: true,
    };
    await this.end();
    if (this.isAbandoned) return;
    try {
      const undone = undoMigration(this.deps.dataDir, { clock: this.deps.clock, since: this.startedAt });
      this.report({ ...failed, ...(undone && { undone }) });
    } catch (error) {
      this.report({ ...failed, fault: toDomainError(error).message });
    }
    become('/proc/self/exe', [process.execPath, ...this.args], processEnvironment);
  }

  /** Whether the new version has the data and is ready. */
  private async isReady(): Promise<boolean> {
    const server = await findServer(this.deps.dataDir).catch(() => undefined);
    return server?.version === this.wanted.version;
  }

  private describeFailure(): string {
    return this.pid !== undefined && isAlive(this.pid)
      ? `it was not ready within ${READY_MS / 1000} seconds`
      : 'it ended before it was ready';
  }

  private async end(): Promise<void> {
    const { pid } = this;
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const elapsed = stopwatch();
      sendSignal(pid, signal);
      while (pid !== undefined && isAlive(pid) && elapsed() < END_MS) await Bun.sleep(STEP_MS);
    }
  }

  /** The server matters more than the answer, so a disk that refuses the file is only logged. */
  private report(failed: FailedHandOver): void {
    const { log, dataDir } = this.deps;
    log.error(failed, 'the other version did not take the place of this one; its messages say why');
    try {
      writeFileSync(failedHandOverFile(dataDir), JSON.stringify(failed), { mode: 0o600 });
    } catch (error) {
      log.error({ err: error }, 'the command that updates cannot be told');
    }
  }
}

/** Resolves to the id of the process. */
async function startApart(command: readonly string[]): Promise<number> {
  const shell = Bun.spawn(['/bin/sh', '-c', START_APART, 'sh', ...command], {
    env: processEnvironment,
    stdio: ['ignore', 'pipe', 'inherit', 1],
  });
  return Number(await shell.stdout.text());
}

/** A process that has ended may not have been collected by the first process of the system yet. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** It may end in the same moment. */
function sendSignal(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined && isAlive(pid)) process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** Replaces the program of this process. `args` begin with its name, which process lists show. */
function become(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): void {
  const defined = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  process.execve?.(file, [...args], defined as Record<string, string>);
}

import { readFileSync, rmSync } from 'node:fs';
import { connectControl, findServer } from '../../control/client.ts';
import { HAND_OVER, type ServerInfo } from '../../control/server.ts';
import { stopwatch } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { type FailedHandOver, failedHandOverFile } from '../hand-over.ts';

/** Longer than a server waits for the new version, twice its stop, and the start of the former version. */
const PATIENCE_MS = 150_000;
const STEP_MS = 200;

/**
 * Lets `version` take the place of the server. Resolves to undefined when it serves, to what happened if the former version
 * serves as before, and to `unknown` if neither answers in time. Throws if the server does not begin it.
 */
export async function handOver(
  server: ServerInfo,
  executable: string,
  version: string,
): Promise<FailedHandOver | 'unknown' | undefined> {
  const { dataDir } = server;
  const call = await connectControl(dataDir);
  if (call === undefined) throw new DomainError('conflict', 'The server was stopped. Nothing was changed.');
  await call(HAND_OVER, { executable, version });
  const elapsed = stopwatch();
  let failed: FailedHandOver | undefined;
  while (elapsed() < PATIENCE_MS) {
    await Bun.sleep(STEP_MS);
    failed ??= readFailure(dataDir);
    const last = await findServer(dataDir).catch(() => undefined);
    // Another process serves only in between.
    if (last?.pid !== server.pid) continue;
    if (failed === undefined && last.version === version) return undefined;
    if (failed !== undefined && last.version === server.version) {
      rmSync(failedHandOverFile(dataDir), { force: true });
      return failed;
    }
  }
  return failed?.fault === undefined ? 'unknown' : failed;
}

function readFailure(dataDir: string): FailedHandOver | undefined {
  try {
    return JSON.parse(readFileSync(failedHandOverFile(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

/** What happened, in sentences. */
export function describeFailure({ version, reason, wasStopped, undone, fault }: FailedHandOver): string {
  const served = wasStopped ? 'The former version was started again' : 'The server was not interrupted';
  const data =
    fault !== undefined
      ? ` The data is as Galley ${version} has left it: ${fault}`
      : undone === undefined
        ? ' The data was not migrated: it has everything that was acknowledged.'
        : ` Galley ${version} had migrated the database. The copy from before, ${undone.copy}, was put back. What was written after it is in ${undone.kept}: usually nothing, because a version that is not ready answers no requests.`;
  return `Galley ${version} did not take over: ${reason}. The log of the server says why. ${served}.${wasStopped ? data : ''}`;
}

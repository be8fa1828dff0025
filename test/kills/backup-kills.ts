import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stopwatch } from '../../src/platform/clock.ts';
import { BINARY, runGalley, startServer, type TestDirectory } from '../binary/support.ts';

/** What killed processes left behind. */
export interface KillReport {
  kills: number;
  /** Runs that had ended before the kill. */
  finished: number;
  /** One sentence for each violation. */
  faults: string[];
}

/** The name of a scheduled backup is its second, and a name is never taken twice. */
const nextSecond = () => Bun.sleep(1000 - (Date.now() % 1000));

/** Kills the server at times spread over a backup, and checks what is there under the final name and in the data. */
export async function killBackups(place: TestDirectory, kills: number): Promise<KillReport> {
  const report: KillReport = { kills, finished: 0, faults: [] };
  const backUp = (name: string) => runGalley(place, ['backup', join(place.dir, name)]);
  let server = await startServer(place);
  const elapsed = stopwatch();
  await backUp('whole.tar.zst');
  const duration = elapsed();
  for (let n = 0; n < kills; n += 1) {
    const name = `kill-${n}.tar.zst`;
    const asked = backUp(name);
    await Bun.sleep((duration * (n + 1)) / (kills + 1));
    await server.kill();
    const { status } = await asked;
    const isThere = existsSync(join(place.dir, name));
    if (status === 0) report.finished += 1;
    if (status === 0 && !isThere) report.faults.push(`${name} was acknowledged and is missing`);
    if (isThere && (await runGalley(place, ['backup', 'verify', join(place.dir, name)])).status !== 0)
      report.faults.push(`${name} does not verify`);
    server = await startServer(place);
    const left = readdirSync(join(place.data, 'media/incoming'));
    if (left.length > 0) report.faults.push(`after the kill of ${name} these are left: ${left.join(', ')}`);
  }
  await server.stop();
  const { status, stdout } = await runGalley(place, ['check']);
  if (status !== 0) report.faults.push(`after the kills: ${stdout}`);
  return report;
}

/**
 * Kills the server at times spread over an incremental backup, and checks every archive at the target, that the next backup works,
 * and that it leaves nothing unfinished.
 */
export async function killIncrementalBackups(place: TestDirectory, kills: number): Promise<KillReport> {
  const report: KillReport = { kills, finished: 0, faults: [] };
  const target = mkdtempSync(join(place.dir, 'target-'));
  place.env.GALLEY_BACKUP_TARGET = target;
  const backUp = () => runGalley(place, ['backup', 'run']);
  let server = await startServer(place);
  const elapsed = stopwatch();
  await backUp();
  const duration = elapsed();
  for (let n = 0; n < kills; n += 1) {
    // With half the media files to write again.
    const media = await Array.fromAsync(new Bun.Glob('galley.media/*/??/*').scan(target));
    for (const [index, name] of media.entries()) if (index % 2 === n % 2) rmSync(join(target, name));
    await nextSecond();
    const asked = backUp();
    await Bun.sleep((duration * (n + 1)) / (kills + 1));
    await server.kill();
    if ((await asked).status === 0) report.finished += 1;
    server = await startServer(place);
    await nextSecond();
    const next = await backUp();
    if (next.status !== 0) report.faults.push(`kill ${n}: the next backup fails: ${next.stderr}`);
  }
  await server.stop();
  const left = readdirSync(target, { recursive: true }).map(String);
  for (const name of left.filter((name) => name.endsWith('.inc.tar.zst') && !name.includes('references'))) {
    const { status, stderr } = await runGalley(place, ['backup', 'verify', join(target, name)]);
    if (status !== 0) report.faults.push(`${name} does not verify: ${stderr}`);
  }
  const unfinished = left.filter((name) => name.startsWith('galley.media') && name.endsWith('.unfinished'));
  if (unfinished.length > 0) report.faults.push(`these are left: ${unfinished.join(', ')}`);
  return report;
}

/** Kills restores at times spread over one. Each directory is either whole or no installation, and can be restored into again. */
export async function killRestores(place: TestDirectory, backup: string, kills: number): Promise<KillReport> {
  const report: KillReport = { kills, finished: 0, faults: [] };
  const restore = (data: string) => runGalley(place, ['restore', backup, '--data', data]);
  const elapsed = stopwatch();
  await restore(join(place.dir, 'restored-whole'));
  const duration = elapsed();
  for (let n = 0; n < kills; n += 1) {
    const data = join(place.dir, `restored-${n}`);
    const child = Bun.spawn([BINARY, 'restore', backup, '--data', data], {
      env: place.env,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    await Bun.sleep((duration * (n + 1)) / (kills + 1));
    child.kill('SIGKILL');
    await child.exited;
    if (child.exitCode === 0) report.finished += 1;
    if (!existsSync(join(data, 'galley.db'))) {
      if ((await runGalley(place, ['check', '--data', data])).status === 0)
        report.faults.push(`kill ${n}: an unfinished restore passes for an installation`);
      const again = await restore(data);
      if (again.status !== 0) report.faults.push(`kill ${n}: it cannot be repeated: ${again.stderr}`);
    }
    const { status, stdout, stderr } = await runGalley(place, ['check', '--data', data]);
    if (status !== 0) report.faults.push(`kill ${n}: ${stdout}${stderr}`);
  }
  return report;
}

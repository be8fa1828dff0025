import type { Database } from 'bun:sqlite';
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, toIsoTime } from '../../platform/clock.ts';

/** Automatic backups to keep; older ones are deleted. */
const BACKUPS_KEPT = 5;

/**
 * Writes a complete, consistent copy of the database to `backups/` and removes the oldest copies.
 * Returns the path of the copy.
 */
export function backUpDatabase(sqlite: Database, dataDir: string, clock: Clock): string {
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stamp = toIsoTime(clock.now()).replaceAll(':', '-');
  const file = join(folder, `galley-${stamp}.db`);
  sqlite.query('VACUUM INTO ?').run(file);
  chmodSync(file, 0o600);
  const copies = readdirSync(folder).filter((name) => /^galley-.*\.db$/.test(name));
  for (const name of copies.sort().slice(0, -BACKUPS_KEPT)) rmSync(join(folder, name));
  return file;
}

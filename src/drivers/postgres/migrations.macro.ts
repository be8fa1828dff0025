import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the migrations at build time. It is called as a macro, so that the executable contains its result. */
export function readPostgresMigrations(): { tag: string; sql: string }[] {
  const folder = join(import.meta.dir, '../../../migrations/postgres');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ tag: file.slice(0, -'.sql'.length), sql: readFileSync(join(folder, file), 'utf8') }));
}

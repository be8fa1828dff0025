import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the migrations of an engine at build time. It is called as a macro, so that the executable contains its result.
 * `folder` is relative to the project.
 */
export function readMigrations(folder: 'migrations' | 'migrations/postgres'): { tag: string; sql: string }[] {
  const path = join(import.meta.dir, '../..', folder);
  return readdirSync(path)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ tag: file.slice(0, -'.sql'.length), sql: readFileSync(join(path, file), 'utf8') }));
}

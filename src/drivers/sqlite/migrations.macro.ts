import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the migrations while bundling, so that the executable carries them. Called as a macro only:
 * its answer is pasted into the code as a literal.
 */
export function readMigrations(): { tag: string; sql: string }[] {
  const folder = join(import.meta.dir, '../../../migrations');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ tag: file.slice(0, -'.sql'.length), sql: readFileSync(join(folder, file), 'utf8') }));
}

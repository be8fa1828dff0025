import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from '../../support/test-app.ts';

/** Media files in the store, also those in the quarantine, or in the folder for unfinished ones, by their paths in there. */
export async function listStored(
  { data }: Pick<TestApp, 'data'>,
  folder: 'files' | 'incoming' = 'files',
): Promise<string[]> {
  const root = join(data, 'media', folder);
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'lastwrite');
  return files.map((entry) => join(entry.parentPath, entry.name));
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from '../../support/test-app.ts';

/** Files in the store, or in the folder for unfinished ones, by their paths in there. */
export async function listStored(
  { data }: Pick<TestApp, 'data'>,
  folder: 'files' | 'incoming' = 'files',
): Promise<string[]> {
  const root = join(data, 'media', folder);
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

import { sha256HexOf } from '../../../platform/crypto.ts';
import type { Deps } from '../../../platform/deps.ts';
import { isKeyReferred } from '../storing/queries.ts';
import { hashOfKey } from '../storing/stored-files.ts';
import { checkSearch } from './check-search.ts';
import { selectStorageMiscounts } from './queries.ts';
import { walkReferredFiles, walkStrayFiles } from './walk-files.ts';

export interface FileReport {
  /** Stored files whose bytes were read. */
  checked: number;
  /** Files no row refers to; a running server removes them by itself. */
  stray: number;
  /** What is wrong, a sentence each. */
  faults: string[];
}

/** Reads every stored file and compares it with what was stored; compares counters with what they count. */
export async function checkStoredFiles(deps: Deps): Promise<FileReport> {
  const faults: string[] = [];
  let checked = 0;
  let lastKey: string | undefined;
  for await (const { key, bytes } of walkReferredFiles(deps)) {
    if (key === lastKey) continue;
    lastKey = key;
    const fault = await checkFile(deps, key, bytes);
    if (fault !== undefined) faults.push(fault);
    checked += 1;
  }
  for (const row of await selectStorageMiscounts(deps.db.reader)) {
    faults.push(
      `tenant "${row.tenant}" of project ${row.project}: ${row.stored} bytes of media are noted, ${row.counted} exist`,
    );
  }
  faults.push(...(await checkSearch(deps)));
  let stray = 0;
  for await (const keys of walkStrayFiles(deps)) stray += keys.length;
  return { checked, stray, faults };
}

async function checkFile(deps: Deps, key: string, bytes: number): Promise<string | undefined> {
  const file = await deps.files.get(key);
  if (file === undefined) {
    // It may have been deleted since its row was read.
    return (await isKeyReferred(deps.db.reader, key)) ? `media file ${key} is missing` : undefined;
  }
  if ((await sha256HexOf(file)) !== hashOfKey(key)) {
    return `media file ${key} is not what was stored: its hash differs`;
  }
  return file.size === bytes ? undefined : `media file ${key} has ${file.size} bytes, ${bytes} are noted`;
}

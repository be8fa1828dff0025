import type { Deps } from '../../../platform/deps.ts';
import { toSequences } from '../browsing/sequences.ts';
import { countSearchMiscounts, isIndexed, type SearchedText, selectSearchedTexts } from './queries.ts';

const ROWS_AT_ONCE = 200;

/** Looks for every file by its own name and alternative text. Returns what is wrong, a sentence each. */
export async function checkSearch({ db }: Deps): Promise<string[]> {
  let faults = await countSearchMiscounts(db.reader);
  let last: SearchedText | undefined;
  do {
    const rows = await selectSearchedTexts(db.reader, last?.id ?? 0, ROWS_AT_ONCE);
    for (const row of rows) {
      const texts = [toSequences(row.filenameFolded), toSequences(row.altFolded)];
      const found = texts.map((text) => text === undefined || isIndexed(db.reader, row.id, text));
      if ((await Promise.all(found)).includes(false)) faults += 1;
    }
    last = rows.at(-1);
    // Lets a running server answer others between two pages.
    await Bun.sleep(0);
  } while (last !== undefined);
  return faults === 0 ? [] : [`the search in media libraries does not know ${faults} files as they are`];
}

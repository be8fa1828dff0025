import { eq } from 'drizzle-orm';
import { createVersionToken } from '../../../src/features/media/addresses.ts';
import { type FileRow, insertFile, insertVersion } from '../../../src/features/media/queries.ts';
import { mediaFiles } from '../../../src/features/media/table.ts';
import { createId } from '../../../src/platform/ids.ts';
import { foldName } from '../../../src/platform/text/names.ts';
import type { TestApp } from '../../support/test-app.ts';

const FILES_PER_TRANSACTION = 1000;

interface Clone {
  name: string;
  folderId?: string | null;
  altText?: string;
  size?: number;
  category?: FileRow['category'];
}

/** Adds items like the one with this id, which show the same bytes: many would take long to upload. */
export async function cloneFiles(
  { deps }: Pick<TestApp, 'deps'>,
  id: string,
  count: number,
  describe: (index: number) => Clone,
): Promise<void> {
  const seed = await deps.db.reader.select().from(mediaFiles).where(eq(mediaFiles.id, id)).get();
  if (seed === undefined) throw new Error('there is no such file');
  for (let start = 0; start < count; start += FILES_PER_TRANSACTION) {
    await deps.db.transaction(async (db) => {
      for (let i = start; i < Math.min(count, start + FILES_PER_TRANSACTION); i += 1) {
        const { name, altText = '', ...change } = describe(i);
        const names = { filename: `${name}.png`, filenameFolded: foldName(`${name}.png`) };
        const texts = { ...names, altText, altFolded: foldName(altText) };
        const row = { ...seed, id: createId(), token: createVersionToken(), ...texts, ...change };
        await insertFile(db, row);
        await insertVersion(db, row, row.createdAt);
      }
    });
  }
}

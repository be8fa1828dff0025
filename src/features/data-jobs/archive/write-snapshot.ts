import type { Deps } from '../../../platform/deps.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ZipWriter } from './write.ts';

/**
 * Writes the state of the database at one moment to a zip file. If it fails, the file is removed. In every case the
 * snapshot ends, which keeps the database from removing what was deleted since.
 */
export async function writeSnapshot<Result>(
  { db, clock }: Pick<Deps, 'clock'> & { db: Pick<Deps['db'], 'openSnapshot'> },
  file: string,
  write: (reader: Connection, zip: ZipWriter) => Promise<Result>,
): Promise<Result> {
  const snapshot = await db.openSnapshot();
  try {
    const zip = await ZipWriter.open(file, clock.now());
    try {
      const result = await write(snapshot.reader, zip);
      await zip.finish();
      return result;
    } catch (error) {
      await zip.abort();
      throw error;
    }
  } finally {
    snapshot.close();
  }
}

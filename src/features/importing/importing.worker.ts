import { ImportRefusal } from '../../mail/import/context.ts';
import type { PicturedMail } from '../../mail/import/formats.ts';
import { type ImportedContent, type ImportInput, importContent } from '../../mail/import/index.ts';
import { readEml } from '../../mail/import/read-eml.ts';
import { readInlinePictures } from '../../mail/import/read-inline-pictures.ts';
import { readZip } from '../../mail/import/read-zip.ts';
import { createId } from '../../platform/ids.ts';
import { serveWorker } from '../../platform/workers/serve.ts';
import { importWithPictures } from './import-with-pictures.ts';

serveWorker(async (input: ImportInput): Promise<ImportedContent> => {
  try {
    const mail = await readPicturedMail(input);
    return mail
      ? await importWithPictures(mail, input.pictureSizes)
      : importContent(input, { makeId: createId });
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    return { ok: false, reason: error.reason, message: error.message };
  }
});

/** The mail in a source that holds pictures, too; undefined for other sources. */
async function readPicturedMail({ format, body, base }: ImportInput): Promise<PicturedMail | undefined> {
  if (typeof body !== 'string') return undefined;
  if (format === 'eml') return readEml(body);
  if (format === 'zip') return readZip(body);
  return format === 'html' && base === undefined ? readInlinePictures(body) : undefined;
}

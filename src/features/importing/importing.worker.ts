import { mapAddresses } from '../../mail/import/addresses.ts';
import { ImportRefusal } from '../../mail/import/context.ts';
import { type ImportedContent, type ImportInput, importContent } from '../../mail/import/index.ts';
import { emlToHtml } from '../../mail/import/read-eml.ts';
import { readZip } from '../../mail/import/read-zip.ts';
import { createId } from '../../platform/ids.ts';
import { serveWorker } from '../../platform/workers/serve.ts';
import { sizeOfPicture } from './picture-sizes.ts';

serveWorker(async (input: ImportInput): Promise<ImportedContent> => {
  const { format, body, pictureSizes } = input;
  if (typeof body === 'string' && format === 'eml') {
    return importContent({ format: 'html', body: await emlToHtml(body), pictureSizes }, { makeId: createId });
  }
  if (typeof body === 'string' && format === 'zip') return importZip(body, pictureSizes);
  return importContent(input, { makeId: createId });
});

/** Characters of pictures in a content: a mail can name one picture many times. */
const MAX_PICTURE_CHARACTERS = 16_000_000;

/** Imports the mail of an archive; the pictures in it become `data:` addresses while there is room. */
async function importZip(source: string, known: ImportInput['pictureSizes']): Promise<ImportedContent> {
  const zipped = await readZip(source).catch((error) => {
    if (error instanceof ImportRefusal) return error;
    throw error;
  });
  if (zipped instanceof ImportRefusal) return { ok: false, reason: zipped.reason, message: zipped.message };
  const { input, pictureAt } = zipped;
  const first = importContent(input, { makeId: createId });
  if (!first.ok) return first;
  const pictureSizes = { ...known };
  for (const address of first.unsized) {
    const picture = pictureAt(address);
    const size = picture && (await sizeOfPicture(picture.bytes).catch(() => undefined));
    if (size) pictureSizes[address] = size;
  }
  const hasSizes = Object.keys(pictureSizes).length > 0;
  const imported = hasSizes ? importContent({ ...input, pictureSizes }, { makeId: createId }) : first;
  if (!imported.ok) return imported;
  let room = MAX_PICTURE_CHARACTERS;
  const content = mapAddresses(imported.content, (address, kind) => {
    const picture = kind === 'picture' ? pictureAt(address) : undefined;
    const data = picture && `data:${picture.type};base64,${picture.bytes.toString('base64')}`;
    if (!data || data.length > room) return undefined;
    room -= data.length;
    return data;
  });
  return { ...imported, content };
}

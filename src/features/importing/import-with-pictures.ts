import { mapAddresses } from '../../mail/import/addresses.ts';
import type { PicturedMail } from '../../mail/import/formats.ts';
import { type ImportedContent, type ImportInput, importContent } from '../../mail/import/index.ts';
import { createId } from '../../platform/ids.ts';
import { sizeOfPicture } from './picture-sizes.ts';

/** Characters of pictures in a content: a mail can name one picture many times. */
const MAX_PICTURE_CHARACTERS = 16_000_000;

/** Missing pictures that a report names. */
const MAX_MISSING = 50;

/**
 * Imports a mail with its pictures: those without a width have that of their file. They become `data:` addresses while
 * there is room, and do not count for the size of the source.
 */
export async function importWithPictures(
  { input, pictureAt }: PicturedMail,
  known: ImportInput['pictureSizes'],
): Promise<ImportedContent> {
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
  const missing = new Set<string>();
  const content = mapAddresses(imported.content, (address, kind) => {
    const picture = kind === 'picture' ? pictureAt(address) : undefined;
    const data = picture && `data:${picture.type};base64,${picture.bytes.toString('base64')}`;
    if (kind === 'picture' && picture === undefined && /^cid:/i.test(address.trim()))
      missing.add(address.trim());
    if (!data || data.length > room) return undefined;
    room -= data.length;
    return data;
  });
  const notes = [...missing].slice(0, MAX_MISSING).map((what) => ({
    what: what.slice(0, 200),
    why: 'The saved mail lacks this picture, so readers do not see it. Choose another one.',
  }));
  return {
    ...imported,
    content,
    report: { ...imported.report, notes: [...imported.report.notes, ...notes] },
  };
}

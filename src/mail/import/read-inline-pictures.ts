import { ImportRefusal, MAX_PICTURED_LENGTH, MAX_SOURCE_LENGTH } from './context.ts';
import type { PicturedMail } from './formats.ts';

/**
 * Takes the pictures out of a page that is too large with them; undefined for other pages.
 * @throws ImportRefusal for one that is too large to look through
 */
export function readInlinePictures(page: string): PicturedMail | undefined {
  if (page.length <= MAX_SOURCE_LENGTH) return undefined;
  if (page.length > MAX_PICTURED_LENGTH) {
    throw new ImportRefusal(
      'too_large',
      `The page is larger than ${MAX_PICTURED_LENGTH / 1024 ** 2} MB with its pictures.`,
    );
  }
  const pictures: { type: string; bytes: Buffer }[] = [];
  let body = '';
  let from = 0;
  for (let at = page.indexOf(START); at >= 0; at = page.indexOf(START, from)) {
    const end = page.indexOf('"', at + START.length);
    const address = end < 0 ? '' : page.slice(at + START.length, end);
    const type = /^([a-z0-9.+-]{1,40});base64,/i.exec(address)?.[1];
    const next = type === undefined ? at + START.length : end;
    body += page.slice(from, type === undefined ? next : at);
    if (type !== undefined) {
      body += ` src="cid:${pictures.length}`;
      pictures.push({
        type: `image/${type}`,
        bytes: Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'),
      });
    }
    from = next;
  }
  body += page.slice(from);
  return {
    input: { format: 'html', body },
    pictureAt: (address) => pictures[Number(/^cid:(\d{1,6})$/.exec(address.trim())?.[1] ?? -1)],
  };
}

const START = ' src="data:image/';

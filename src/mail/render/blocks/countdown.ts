import type { CountdownBlock } from '../../model/index.ts';
import { makeBox } from '../box.ts';
import { element } from '../escape.ts';
import { type Page, type Place, warn } from '../page.ts';
import { pictureSize, readPicture } from './image.ts';

/** A clock, as a picture that is drawn when the mail is opened. */
export function renderCountdown(block: CountdownBlock, page: Page, place: Place): string {
  if (block.targetDate.trim() === '') {
    warn(page, 'countdown_without_date', block.id, 'The countdown has no date; it is left out.');
    return '';
  }
  const { url, width } = page.assets.countdown(block);
  const src = readPicture(url, block.id, page);
  if (src === undefined) return '';
  const box = makeBox(block, page, place);
  return element('mj-image', {
    ...box.attributes(box.place),
    src,
    alt: describeCountdown(block),
    ...pictureSize(width, box.place),
    align: 'center',
  });
}

/** What the clock counts down to, in words that need no translation: "2030-12-24 18:00 UTC". */
export function describeCountdown(block: CountdownBlock): string {
  const date = block.targetDate.trim().replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}).*$/, '$1 $2');
  return `⏳ ${date} ${block.timezone}`.trim();
}

import type { CountdownBlock } from '../../model/blocks/countdown.ts';
import { describeCountdown, findCountdownFault } from '../../parse/countdown-moment.ts';
import { element } from '../../parse/escape.ts';
import { makeBox } from '../box.ts';
import { type Container, type MailPage, warn } from '../page.ts';
import { pictureSize, readPicture } from './image.ts';

/** A clock, as a picture that is drawn when the mail is opened. */
export function renderCountdown(block: CountdownBlock, page: MailPage, container: Container): string {
  if (block.targetDate.trim() === '') {
    warn(page, 'countdown_without_date', block.id, 'The countdown has no date; it is left out.');
    return '';
  }
  const fault = findCountdownFault(block);
  if (fault !== undefined) {
    warn(page, 'countdown_unreadable', block.id, `${fault.message} ${fault.suggestion}`);
  }
  const { url, width } = page.assets.countdown(block);
  const src = readPicture(url, block.id, page);
  if (src === undefined) return '';
  const box = makeBox(block, page, container);
  return element('mj-image', {
    ...box.attributes(box.place),
    src,
    alt: describeCountdown(block),
    ...pictureSize({ width }, box.place),
    align: 'center',
  });
}

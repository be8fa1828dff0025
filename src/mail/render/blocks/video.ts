import type { VideoBlock } from '../../model/index.ts';
import { element } from '../../parse/escape.ts';
import { hasMergeTag } from '../../parse/merge-tags.ts';
import { makeBox } from '../box.ts';
import { type Container, type MailPage, warn } from '../page.ts';
import { pictureSize, readPicture, sizeClass } from './image.ts';
import { linkAttributes, readLink } from './link.ts';

/** Mail clients play no videos: a poster with a play button leads to the video. */
export function renderVideo(block: VideoBlock, page: MailPage, container: Container): string {
  const href = readLink(block.url, block.id, page);
  if (href === undefined && block.thumbnailUrl.trim() === '') {
    warn(page, 'image_missing', block.id, 'The video has neither a URL nor a poster; it is left out.');
    return '';
  }
  // A poster behind a merge tag is known only when the mail is sent, so no button can be drawn on it.
  const poster = hasMergeTag(block.thumbnailUrl) ? block.thumbnailUrl : page.assets.videoPoster(block);
  const src = readPicture(poster, block.id, page);
  if (src === undefined) return '';
  const box = makeBox(block, page, container);
  return element('mj-image', {
    ...box.attributes(box.place, sizeClass(block.height)),
    src,
    alt: block.alt.trim() === '' ? 'Video' : block.alt,
    ...pictureSize(block, box.place),
    align: block.align,
    ...linkAttributes(href, block.openInNewTab),
  });
}

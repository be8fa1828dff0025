import type { LeafBlock } from '../../model/index.ts';
import { writeBlockHtml } from '../blocks/block-html.ts';
import { makeHtml } from '../blocks/make-block.ts';
import { readColor } from '../css/colors.ts';
import { readFragment } from '../html/read-fragment.ts';
import { padBlocks } from '../html/to-rows.ts';
import { note } from '../import-run.ts';
import { childElements } from '../markup/node.ts';
import { escapeAttribute } from '../markup/text.ts';
import { paddingOf } from './attributes.ts';
import { keepElement } from './keep-element.ts';
import { type Component, componentOf, type MjmlRun } from './mjml-run.ts';
import { readImage } from './read-media.ts';
import { lookOf } from './read-text.ts';

/** mj-accordion: all of its parts opened, as HTML. */
export function readAccordion(run: MjmlRun, { element, read }: Component): LeafBlock[] {
  const parts = childElements(element).flatMap((item) => childElements(item));
  const blocks = parts.flatMap((part) => {
    const own = componentOf(run, part).read;
    const isTitle = part.name === 'mj-accordion-title';
    const look = { ...lookOf(own), ...(isTitle ? { isBold: true } : {}) };
    return padBlocks(
      readFragment(run, part.children, look),
      paddingOf(own),
      readColor(own('background-color')),
    );
  });
  const html = blocks.map(writeBlockHtml);
  if (html.some((part) => part === undefined) || blocks.length === 0) {
    return [keepElement(run, element, 'There is no block for it; it is kept as it was written.')];
  }
  note(run, 'mj-accordion', 'It cannot be folded in a block; all of it is shown, as HTML.', element);
  return [makeHtml(run, html.join(''), { padding: paddingOf(read) })];
}

/** mj-carousel: its pictures below each other, as HTML. */
export function readCarousel(run: MjmlRun, { element, read }: Component): LeafBlock[] {
  const images = childElements(element).filter((child) => child.name === 'mj-carousel-image');
  if (images.length === 0) {
    return [keepElement(run, element, 'There is no block for it; it is kept as it was written.')];
  }
  const html = images.flatMap((image) => {
    const own = componentOf(run, image).read;
    const blocks = readImage(run, { element: image, read: own });
    return blocks.map((block) => writeBlockHtml(block) ?? '');
  });
  note(
    run,
    'mj-carousel',
    'There is no block for it; its pictures are shown below each other, as HTML.',
    element,
  );
  const open = `<div style="${escapeAttribute(`text-align: ${read('align') ?? 'center'}`)}">`;
  return [makeHtml(run, `${open}${html.join('')}</div>`, { padding: paddingOf(read) })];
}

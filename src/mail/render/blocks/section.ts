import type { SectionBlock } from '../../model/index.ts';
import { spacing } from '../../model/layout-sizes.ts';
import { type Attributes, element } from '../../parse/escape.ts';
import { borderAttributes, hiddenClass, isHidden, writeRadius } from '../box.ts';
import { directionOf, renderColumns } from '../columns.ts';
import { darkBackground, writeCssClass } from '../dark.ts';
import { type Container, type MailPage, markerOf, onBackground, pinned, readBackground } from '../page.ts';
import { phonePadding } from '../phone.ts';
import { readPicture } from './image.ts';
import { renderEmptySpace } from './leaf.ts';

/** A row of columns, with a band around it when it has a wrapper. */
export function renderSection(section: SectionBlock, page: MailPage, container: Container): string {
  if (isHidden(section)) return page.markers ? renderPlaceholder(section, page) : '';
  const band = section.wrapper ? readBackground(section.wrapper.backgroundColor) : undefined;
  const picture = backgroundPicture(section, page);
  const own =
    readBackground(section.styles.backgroundColor) ??
    (picture && readBackground(section.backgroundImage?.fallbackColor));
  const inBand = onBackground(container, band);
  // The picture stays as it is in dark mode, and so must the text on it.
  const inside = picture ? pinned(onBackground(inBand, own)) : onBackground(inBand, own);
  const marker = markerOf(section, page);
  const { left, right } = section.styles.padding;
  const width = Math.max(inside.width - left - right - outerSides(section), 20);
  const attributes = {
    'background-color': own,
    ...picture,
    'border-radius': writeRadius(section.borderRadius),
    ...borderAttributes(section.border),
    'css-class': writeCssClass(
      hiddenClass(section),
      own && darkBackground(page.dark, inside.backdrop),
      phonePadding(page.phone, 'row', section.styles.padding),
      section.wrapper ? undefined : marker,
    ),
    ...directionOf(page),
    padding: spacing(section.styles.padding),
  };
  const row = element('mj-section', attributes, `\n${renderColumns(section, page, { ...inside, width })}\n`);
  return section.wrapper ? renderBand(section, row, page, inBand) : row;
}

const POSITION = /^(?:(?:left|center|right|top|bottom|\d{1,4}(?:px|%)?)(?:\s+|$)){1,2}$/;

/** The picture behind a section as attributes; MJML writes VML for Outlook from them. */
function backgroundPicture({ backgroundImage, id }: SectionBlock, page: MailPage): Attributes | undefined {
  if (!backgroundImage) return undefined;
  const src = readPicture(backgroundImage.src, id, page);
  if (src === undefined) return undefined;
  const position = backgroundImage.position?.trim().toLowerCase() ?? '';
  return {
    'background-url': src,
    'background-size': backgroundImage.size ?? 'cover',
    'background-position': POSITION.test(position) ? position : 'center center',
    'background-repeat': backgroundImage.repeat === true ? 'repeat' : 'no-repeat',
  };
}

/** Pixels that the padding of the band and the border take from the width. */
function outerSides({ wrapper, border }: SectionBlock): number {
  const padding = (wrapper?.padding?.left ?? 0) + (wrapper?.padding?.right ?? 0);
  return padding + (border?.left?.width ?? 0) + (border?.right?.width ?? 0);
}

function renderBand(section: SectionBlock, row: string, page: MailPage, container: Container): string {
  const { backgroundColor, borderRadius, padding } = section.wrapper ?? {};
  const band = readBackground(backgroundColor);
  const attributes = {
    'background-color': band,
    'border-radius': writeRadius(borderRadius),
    'css-class': writeCssClass(
      hiddenClass(section),
      band && darkBackground(page.dark, container.backdrop),
      phonePadding(page.phone, 'band', padding),
      markerOf(section, page),
    ),
    ...directionOf(page),
    'full-width': 'full-width',
    padding: padding ? spacing(padding) : '0',
  };
  return element('mj-wrapper', attributes, `\n${row}\n`);
}

/** The empty space of a section that is hidden everywhere, for previews. */
function renderPlaceholder(section: SectionBlock, page: MailPage): string {
  const space = renderEmptySpace(section, page);
  return element('mj-section', directionOf(page), element('mj-column', {}, space));
}

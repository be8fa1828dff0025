import type { SectionBlock } from '../../model/index.ts';
import { pixels, spacing } from '../../model/layout-sizes.ts';
import { element } from '../../parse/escape.ts';
import { hiddenClass, isHidden } from '../box.ts';
import { directionOf, renderColumns } from '../columns.ts';
import { darkBackground, writeCssClass } from '../dark.ts';
import { onBackground, type Page, type Place, readColor } from '../page.ts';

/** A row of columns, with a band around it when it has a wrapper. */
export function renderSection(section: SectionBlock, page: Page, place: Place): string {
  if (isHidden(section)) return '';
  const band = section.wrapper ? readColor(section.wrapper.backgroundColor) : undefined;
  const own = readColor(section.styles.backgroundColor);
  const inBand = onBackground(place, band);
  const inside = onBackground(inBand, own);
  const { left, right } = section.styles.padding;
  const width = Math.max(inside.width - left - right - wrapperSides(section), 20);
  const attributes = {
    'background-color': own,
    'border-radius': section.borderRadius ? pixels(section.borderRadius) : undefined,
    'css-class': writeCssClass(hiddenClass(section), own && darkBackground(page.dark, inside.backdrop)),
    ...directionOf(page),
    padding: spacing(section.styles.padding),
  };
  const row = element('mj-section', attributes, `\n${renderColumns(section, page, { ...inside, width })}\n`);
  return section.wrapper ? renderBand(section, row, page, inBand) : row;
}

function wrapperSides({ wrapper }: SectionBlock): number {
  return (wrapper?.padding?.left ?? 0) + (wrapper?.padding?.right ?? 0);
}

function renderBand(section: SectionBlock, row: string, page: Page, place: Place): string {
  const { backgroundColor, borderRadius, padding } = section.wrapper ?? {};
  const band = readColor(backgroundColor);
  const attributes = {
    'background-color': band,
    'border-radius': borderRadius ? pixels(borderRadius) : undefined,
    'css-class': writeCssClass(hiddenClass(section), band && darkBackground(page.dark, place.backdrop)),
    ...directionOf(page),
    'full-width': 'full-width',
    padding: padding ? spacing(padding) : '0',
  };
  return element('mj-wrapper', attributes, `\n${row}\n`);
}

import type { ButtonBlock } from '../../model/index.ts';
import { BUTTON_LINE, clampPixels, pixels, spacing } from '../../model/layout-sizes.ts';
import { element, escapeText } from '../../parse/escape.ts';
import { borderAttributes, makeBox, writeRadius } from '../box.ts';
import { darkButton } from '../dark.ts';
import { type Container, type MailPage, readColor } from '../page.ts';
import { linkAttributes, readLink } from './link.ts';

/** A button; empty without a label. */
export function renderButton(block: ButtonBlock, page: MailPage, container: Container): string {
  if (block.text.trim() === '') return '';
  const box = makeBox(block, page, container);
  const fill = readColor(block.backgroundColor) ?? '#333333';
  const label = readColor(block.textColor) ?? '#ffffff';
  const isWide = block.width !== undefined;
  const attributes = {
    ...box.attributes(
      box.place,
      darkButton(page.dark, fill, label, box.place.backdrop),
      isWide ? 'wide' : '',
    ),
    ...linkAttributes(readLink(block.url, block.id, page), block.openInNewTab),
    align: block.align ?? 'center',
    'background-color': fill,
    color: label,
    'border-radius': writeRadius(block.borderRadius) ?? '0px',
    ...borderAttributes(block.border),
    'font-family': block.fontFamily ? page.fontOf(block.fontFamily) : undefined,
    'font-size': pixels(block.fontSize, 1),
    'font-weight': block.fontWeight === 'normal' ? 'normal' : 'bold',
    'line-height': pixels(Math.max(block.fontSize, 1) * BUTTON_LINE),
    'inner-padding': spacing(block.buttonPadding),
    width: buttonWidth(block, box.place),
  };
  return element('mj-button', attributes, escapeText(block.text.trim()));
}

/** A width in pixels would not shrink on a phone; there, and in full width, the style sheet stretches the link. */
function buttonWidth({ width }: ButtonBlock, container: Container): string | undefined {
  if (width === undefined) return undefined;
  return width === 'full' || width >= container.width ? '100%' : `${Math.round(clampPixels(width, 1))}px`;
}

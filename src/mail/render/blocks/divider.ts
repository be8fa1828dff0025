import type { DividerBlock } from '../../model/index.ts';
import { pixels } from '../../model/layout-sizes.ts';
import { element } from '../../parse/escape.ts';
import { makeBox } from '../box.ts';
import { darkLine } from '../dark.ts';
import { type Container, type MailPage, readColor } from '../page.ts';

export function renderDivider(block: DividerBlock, page: MailPage, container: Container): string {
  const box = makeBox(block, page, container);
  const color = readColor(block.color) ?? '#e0e0e0';
  return element('mj-divider', {
    ...box.attributes(box.place, darkLine(page.dark, color, box.place.backdrop)),
    'border-color': color,
    'border-style': block.lineStyle === 'solid' ? undefined : block.lineStyle,
    'border-width': pixels(block.thickness),
    width: readLength(block.width, box.place),
  });
}

/** The length of a line; undefined for the whole width. */
function readLength(width: DividerBlock['width'], container: Container): string | undefined {
  if (typeof width === 'number') return width >= container.width ? undefined : pixels(Math.round(width));
  return width === 'full' || Number.parseFloat(width) >= 100 ? undefined : width;
}

import type { HtmlElement } from '../../parse/html.ts';
import type { ImportContext } from '../context.ts';
import { readPixels } from '../css/values.ts';

/** The widths of the items of a flex container, if they stand side by side. */
export function flexWidths(
  context: ImportContext,
  element: HtmlElement,
  items: readonly HtmlElement[],
  room: number,
): number[] | undefined {
  const style = context.styleOf(element);
  const isRow =
    /^(?:inline-)?flex$/.test(style.get('display')?.trim() ?? '') &&
    !/column/.test(`${style.get('flex-direction') ?? ''} ${style.get('flex-flow') ?? ''}`);
  if (!isRow) return undefined;
  const own = items.map((item) => {
    const given = context.styleOf(item);
    return readPixels(given.get('width') ?? given.get('flex-basis'), room);
  });
  const grow = items.map((item, index) => {
    const given = context.styleOf(item);
    const factor = Number.parseFloat(given.get('flex-grow') ?? given.get('flex') ?? '');
    return own[index] === undefined ? (factor > 0 ? factor : 1) : 0;
  });
  const rest = Math.max(0, room - own.reduce<number>((sum, width) => sum + (width ?? 0), 0));
  const shares = grow.reduce((sum, factor) => sum + factor, 0);
  return items.map((_item, index) => own[index] ?? (rest * (grow[index] ?? 0)) / Math.max(shares, 1));
}

import { readPercent, readPixels } from '../css/lengths.ts';
import { inheritLook } from '../css/look.ts';
import { classesOf } from '../css/stylesheet.ts';
import type { ImportRun } from '../import-run.ts';
import { childElements, type ElementNode } from '../markup/node.ts';
import { frameOf } from './frame.ts';
import type { Columns, Place } from './pieces.ts';

/**
 * Columns made without table cells: boxes in a row by `inline-block`, tables that float, and the divs that MJML
 * writes. Undefined when the children of the element stand below each other.
 */
export function findFloatingColumns(run: ImportRun, element: ElementNode, place: Place): Columns | undefined {
  if (element.children.some((child) => child.kind === 'text' && child.raw.trim() !== '')) return undefined;
  const parts = childElements(element);
  if (parts.length < 2 || parts.length > 6) return undefined;
  const widths = parts.map((part) => floatingWidth(run, part));
  if (widths.some((width) => width === undefined)) return undefined;
  const total = widths.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  if (total > run.width * 1.15) return undefined;
  const columns = parts.map((part, index) => {
    const style = run.styleOf(part);
    const inner = inheritLook(place.look, style);
    const pieces = place.collect(partNodes(part), { ...place, look: inner, isInColumn: true });
    return { width: widths[index], box: { ...frameOf(run, part, style), pieces } };
  });
  return { kind: 'columns', columns };
}

/** A table that floats is read as a table; a div is only the place of what is in it. */
function partNodes(part: ElementNode) {
  return part.name === 'table' ? [part] : part.children;
}

/** The width in pixels of an element that lets another one stand beside it. */
function floatingWidth(run: ImportRun, element: ElementNode): number | undefined {
  const style = run.styleOf(element);
  for (const name of classesOf(element)) {
    const match = /^mj-column-(per|px)-(\d{1,4})(?:-(\d{1,9}))?$/.exec(name);
    if (!match) continue;
    const amount = Number(`${match[2]}.${match[3] ?? '0'}`);
    return match[1] === 'per' ? (amount / 100) * run.width : amount;
  }
  const display = style.get('display') ?? '';
  const float =
    style.get('float') ?? (element.name === 'table' ? element.attributes.get('align') : undefined);
  const isBeside =
    /^inline-(?:block|table)$|^table-cell$/.test(display) || float === 'left' || float === 'right';
  if (!isBeside || (element.name !== 'div' && element.name !== 'table')) return undefined;
  const limit = readPixels(style.get('max-width'), run.width);
  const percent = readPercent(style.get('width'));
  const width = readPixels(style.get('width'), run.width);
  return percent === 100 ? limit : (width ?? limit);
}

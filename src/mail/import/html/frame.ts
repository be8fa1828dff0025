import { makeDivider, makeHtml, makeSpacer } from '../blocks/make-block.ts';
import { readColor } from '../css/colors.ts';
import { borderOf, type Declarations } from '../css/declarations.ts';
import { addSides, isFlat, NO_SIDES, readPercent, readPixels, sidesOf } from '../css/lengths.ts';
import { differenceCss, type Look, paragraphCss } from '../css/look.ts';
import { type ImportRun, note, noteKept } from '../import-run.ts';
import type { ElementNode, MarkupNode } from '../markup/node.ts';
import { escapeAttribute } from '../markup/text.ts';
import { type Box, hasColumns, leaf, type Piece } from './pieces.ts';

/** Neighbouring nodes as an html block, in the look they had. */
export function keepNodes(run: ImportRun, nodes: readonly MarkupNode[], look: Look): Piece {
  const [first] = nodes;
  const last = nodes.at(-1);
  if (!first || !last) return leaf(makeHtml(run, ''));
  noteKept(run, nodes);
  const source = first.source.text.slice(first.start, last.end);
  const css = [differenceCss(look, run.base), paragraphCss(look)].filter((part) => part !== '').join('; ');
  const content = css === '' ? source : `<div style="${escapeAttribute(css)}">${source}</div>`;
  return leaf(makeHtml(run, content));
}

/** A line that is drawn by a rule or a border. */
export function readRule(run: ImportRun, style: Declarations) {
  const border = borderOf(style, 'top') ?? borderOf(style, 'bottom');
  const width = readPixels(style.get('width'), run.width);
  const isFull = width === undefined || width >= run.width || readPercent(style.get('width')) === 100;
  const color = border?.color ?? readColor(style.get('background-color')) ?? readColor(style.get('color'));
  const thickness = border?.width ?? readPixels(style.get('height')) ?? 1;
  const fields = {
    color: color ?? '#cccccc',
    thickness,
    lineStyle: border?.style ?? 'solid',
    width: isFull ? 'full' : width,
  } as const;
  const margin = sidesOf(style, 'margin');
  return makeDivider(run, fields, { padding: { ...NO_SIDES, top: margin.top, bottom: margin.bottom } });
}

/** An element that shows nothing but takes room, or draws a line. */
export function readEmpty(run: ImportRun, style: Declarations): Piece[] {
  if (borderOf(style, 'top') ?? borderOf(style, 'bottom')) return [leaf(readRule(run, style))];
  const height = readPixels(style.get('height')) ?? 0;
  const fill = readColor(style.get('background-color'));
  if (fill && height > 0 && height <= 8) return [leaf(readRule(run, style))];
  return height > 0 ? [leaf(makeSpacer(run, height, { padding: NO_SIDES, backgroundColor: fill }))] : [];
}

/** The frame an element draws around what is in it. */
export function frameOf(run: ImportRun, element: ElementNode, style: Declarations): Box {
  const image = style.get('background-image');
  if (image?.includes('url(')) {
    note(run, 'background-image', 'Sections have a color behind them, no picture; it was left out.', element);
  }
  const margin = sidesOf(style, 'margin');
  const radius = readPixels(style.get('border-radius')?.split(/\s+/)[0]);
  return {
    kind: 'box',
    padding: addSides(sidesOf(style, 'padding'), { ...NO_SIDES, top: margin.top, bottom: margin.bottom }),
    backgroundColor: readColor(style.get('background-color')),
    width: readPixels(style.get('width')) ?? readPixels(style.get('max-width')),
    ...(radius ? { borderRadius: radius } : {}),
    pieces: [],
  };
}

/** A box, or what is in it when it has no frame. Room below and above a single block becomes its own. */
export function framed(box: Box): Piece[] {
  const isBare = !box.backgroundColor && !box.borderRadius && isFlat(box.padding);
  if (isBare && (box.width === undefined || !box.pieces.some(hasColumns))) return box.pieces;
  const [only] = box.pieces;
  if (box.pieces.length !== 1 || only?.kind !== 'leaf' || box.backgroundColor) return [box];
  return [
    leaf({
      ...only.block,
      styles: { ...only.block.styles, padding: addSides(only.block.styles.padding, box.padding) },
    }),
  ];
}

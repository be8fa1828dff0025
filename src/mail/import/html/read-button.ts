import type { ButtonBlock } from '../../model/index.ts';
import { makeButton } from '../blocks/make-block.ts';
import { readColor } from '../css/colors.ts';
import { borderOf, type Declarations } from '../css/declarations.ts';
import { addSides, isFlat, NO_SIDES, readPercent, readPixels, type Sides, sidesOf } from '../css/lengths.ts';
import { inheritLook, type Look, readFontFamily } from '../css/look.ts';
import { type ImportRun, note } from '../import-run.ts';
import type { ElementNode } from '../markup/node.ts';
import { plainTextOf } from '../markup/text.ts';
import { findImages } from './classify.ts';

/** Longer links are sentences. */
const MAX_LABEL = 80;

/** A link that is drawn as a button by its own style; undefined for any other. */
export function readLinkButton(run: ImportRun, link: ElementNode, look: Look): ButtonBlock | undefined {
  const style = run.styleOf(link);
  const isFilled = readColor(style.get('background-color')) !== undefined;
  if (!isFilled && borderOf(style, 'bottom')?.color === undefined) return undefined;
  const room = addSides(sidesOf(style, 'padding'), bordersOf(style));
  const isBoxed = /block/.test(style.get('display') ?? '');
  if (room.left + room.right < 8 && !isBoxed) return undefined;
  if (!isFilled && (!isBoxed || borderOf(style, 'top') === undefined)) return undefined;
  return buildButton(run, [link], link, look);
}

/**
 * A button made of a table with a single cell around a link, the way that works in Outlook; undefined for any
 * other table.
 */
export function readTableButton(run: ImportRun, table: ElementNode, look: Look): ButtonBlock | undefined {
  const path = pathToLink(table);
  const link = path?.at(-1);
  if (!path || !link) return undefined;
  const styles = path.map((element) => run.styleOf(element));
  const isFilled = styles.some((style) => readColor(style.get('background-color')) !== undefined);
  const isFramed = styles.some((style) => borderOf(style, 'top') && borderOf(style, 'bottom'));
  if (!isFilled && !isFramed) return undefined;
  const room = styles.map((style) => addSides(sidesOf(style, 'padding'), bordersOf(style)));
  const hasRoom = room.some((sides) => !isFlat(sides)) || styles.some((style) => style.has('border-radius'));
  const width = readPixels(styles[0]?.get('width'));
  const isBand = readPercent(styles[0]?.get('width')) === 100 && run.styleOf(link).size < 3;
  if (!hasRoom || isBand || (width ?? 0) >= run.width) return undefined;
  return buildButton(run, path, link, look);
}

/** The elements from a table down to its only link, when nothing else is in it. */
function pathToLink(table: ElementNode): ElementNode[] | undefined {
  const path = [table];
  for (let at = table; at.name !== 'a'; ) {
    const inside = at.children.filter(
      (child) => child.kind === 'element' || (child.kind === 'text' && child.raw.trim()),
    );
    const [only] = inside;
    if (inside.length !== 1 || only?.kind !== 'element' || path.length > 12) return undefined;
    path.push(only);
    at = only;
  }
  return path;
}

/** Borders count as room where they have the color of the button: a trick for Outlook. */
function bordersOf(style: Declarations): Sides {
  const of = (side: keyof Sides) => borderOf(style, side)?.width ?? 0;
  const sides = { top: of('top'), right: of('right'), bottom: of('bottom'), left: of('left') };
  return Math.max(sides.top, sides.left) >= 4 ? sides : NO_SIDES;
}

function buildButton(
  run: ImportRun,
  path: ElementNode[],
  link: ElementNode,
  look: Look,
): ButtonBlock | undefined {
  const text = plainTextOf(link);
  if (text === '' || text.length > MAX_LABEL || findImages(link.children).length > 0) return undefined;
  const styles = path.map((element) => run.styleOf(element));
  const last = (property: string) => styles.findLast((style) => style.has(property))?.get(property);
  const inner = innermostLook(run, path, link, look);
  const fill = styles.map((style) => readColor(style.get('background-color'))).findLast(Boolean);
  const frame = styles.map((style) => borderOf(style, 'top')).findLast(Boolean);
  if (!fill && frame) note(run, 'button border', 'Button blocks have no border; it was left out.', link);
  const width = styles[0] && path[0] !== link ? undefined : last('width');
  const block = makeButton(run, {
    text,
    url: link.attributes.get('href') ?? '',
    backgroundColor: fill ?? 'transparent',
    textColor: inner.color ?? run.base.color ?? '#ffffff',
    borderRadius: readPixels(last('border-radius')?.split(/\s+/)[0], 40) ?? 0,
    fontSize: inner.fontSize ?? 16,
    buttonPadding: styles
      .map((style) => addSides(sidesOf(style, 'padding'), bordersOf(style)))
      .reduce(addSides),
    align:
      run.styleOf(path[0] as ElementNode).get('margin-left') === 'auto'
        ? 'center'
        : (look.textAlign ?? 'left'),
    ...(link.attributes.get('target') === '_blank' ? { openInNewTab: true } : {}),
    ...fontOf(run, inner),
    ...widthOf(run, width),
  });
  const margin = sidesOf(styles[0] as Declarations, 'margin');
  block.styles.padding = { top: margin.top, right: 0, bottom: margin.bottom, left: 0 };
  return block;
}

/** The look of the label: that of the link and of what is in it. */
function innermostLook(run: ImportRun, path: ElementNode[], link: ElementNode, look: Look): Look {
  let inner = look;
  for (const element of path) inner = inheritLook(inner, run.styleOf(element));
  for (let at: ElementNode | undefined = link; at; ) {
    const next: ElementNode | undefined = at.children.find((child) => child.kind === 'element');
    if (next) inner = inheritLook(inner, run.styleOf(next));
    at = next;
  }
  return inner;
}

function fontOf(run: ImportRun, look: Look): { fontFamily?: string } {
  const family = readFontFamily(look.fontFamily);
  return family && family !== run.base.fontFamily ? { fontFamily: family } : {};
}

function widthOf(run: ImportRun, value: string | undefined): { width?: number | 'full' } {
  if (readPercent(value) === 100) return { width: 'full' };
  const width = readPixels(value);
  return width && width < run.width ? { width } : {};
}

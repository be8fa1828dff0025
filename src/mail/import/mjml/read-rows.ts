import type { ColumnStyle, LeafBlock, SectionBlock } from '../../model/index.ts';
import { childElements, type HtmlElement } from '../../parse/html.ts';
import { type Column, makeSections } from '../blocks/make-sections.ts';
import { note } from '../context.ts';
import { isSameColor, readColor } from '../css/colors.ts';
import {
  addSides,
  isFlat,
  NO_SIDES,
  readPercent,
  readPixels,
  type Sides,
  sidesOfPart,
} from '../css/values.ts';
import { padBlocks } from '../html/rows.ts';
import { readOnScreens, screensOf, showOn } from '../html/screens.ts';
import { besideOf, toLines } from './column-lines.ts';
import {
  type AttributeReader,
  bordersOf,
  type Component,
  componentOf,
  type MjmlContext,
  paddingOf,
} from './component.ts';
import { isClosing } from './loose-text.ts';
import { readComponent } from './read-component.ts';
import { backgroundOf, readHero } from './read-hero.ts';

/** Components that no section may have inside, but which are found there. */
const ROWS: ReadonlySet<string> = new Set(['mj-section', 'mj-wrapper', 'mj-hero']);

type Rows = (SectionBlock | LeafBlock)[];

/** The rows of an mj-body or mj-wrapper. */
export function readRows(context: MjmlContext, parent: HtmlElement): Rows {
  return childElements(parent).flatMap((child) => readRow(context, child));
}

function readRow(context: MjmlContext, element: HtmlElement): Rows {
  return readOnScreens(context, element, () => readShownRow(context, element));
}

function readShownRow(context: MjmlContext, element: HtmlElement): Rows {
  const component = componentOf(context, element);
  switch (element.name) {
    case 'mj-container':
      // The body of MJML 3.
      context.width = readPixels(component.read('width')) ?? context.width;
      return readRows(context, element);
    case 'mj-section':
      return readSection(context, component);
    case 'mj-wrapper':
      return readWrapper(context, component);
    case 'mj-hero':
      return readHero(context, component);
    case 'mj-column':
    case 'mj-group': {
      note(context, element.name, 'It stands outside a section; it got one.', element);
      const columns = readColumns(context, [element], context.width);
      return makeSections(context, { columns, padding: NO_SIDES, place: element });
    }
    default: {
      const blocks = readComponent(context, element);
      return element.name === 'mj-raw' || blocks.length === 0
        ? blocks
        : makeSections(context, { columns: [{ width: undefined, blocks }], padding: NO_SIDES });
    }
  }
}

function readSection(context: MjmlContext, { element, read }: Component): Rows {
  const parts = childElements(element);
  if (parts.some(({ name }) => ROWS.has(name))) {
    note(context, 'mj-section', 'It has rows in it; it was read as an mj-wrapper.', element);
    return readWrapper(context, { element, read });
  }
  const shown = parts.filter(({ name }) => name !== 'mj-raw');
  const padding = paddingOf(read, 'padding', context.width);
  const isGroup = shown.length === 1 && shown[0]?.name === 'mj-group';
  const inner = context.width - padding.left - padding.right;
  const columns = readColumns(context, parts, inner);
  if (read('direction') === 'rtl') columns.reverse();
  const backgroundColor =
    readColor(read('background-color')) ?? readColor(context.styleOf(element).get('background-color'));
  const isBand = read('full-width') === 'full-width' && backgroundColor;
  const lines = toLines(columns, inner);
  return lines.flatMap((line, index) =>
    makeSections(context, {
      columns: line,
      padding: addSides(sidesOfPart(padding, index, lines.length), besideOf(line, inner)),
      backgroundColor,
      borderRadius: readPixels(read('border-radius')?.split(/\s+/)[0]),
      border: bordersOf(read),
      backgroundImage: backgroundOf(read),
      verticalAlign: alignOf(context, isGroup ? childElements(shown[0] as HtmlElement) : shown),
      ...(isGroup ? { stackOnMobile: false } : {}),
      ...(isBand ? { wrapper: { backgroundColor } } : {}),
      place: element,
    }),
  );
}

/** The alignment of all columns of a row: that of the first. */
function alignOf(context: MjmlContext, columns: readonly HtmlElement[]): SectionBlock['verticalAlign'] {
  const aligns = columns.map((column) => componentOf(context, column).read('vertical-align') ?? 'top');
  const [first] = aligns;
  if (aligns.some((align) => align !== first)) {
    note(context, 'mj-column vertical-align', 'All columns of a section are aligned alike.', columns[0]);
  }
  return first === 'middle' || first === 'bottom' ? first : undefined;
}

/** Adds a note about a lost background image of a row. */
function recordBackground(context: MjmlContext, element: HtmlElement, url: string | undefined): void {
  if (url)
    note(
      context,
      `${element.name} background-url`,
      'Sections have a color behind them, no picture; it was left out.',
      element,
    );
}

function recordBorder(context: MjmlContext, element: HtmlElement, border: string | undefined): void {
  if (border) note(context, `${element.name} border`, 'Sections have no border; it was left out.', element);
}

const BETWEEN_COLUMNS =
  'It stands between columns; it is in the column beside it, so a loop repeats what is in the column.';

function readColumns(context: MjmlContext, parts: readonly HtmlElement[], inner: number): Column[] {
  const columns: Column[] = [];
  const count = parts.filter(({ name }) => name !== 'mj-raw').length;
  let loose: LeafBlock[] | undefined;
  let waiting: LeafBlock[] = [];
  for (const part of parts) {
    const isColumn = part.name === 'mj-column';
    if (isColumn || part.name === 'mj-group') {
      const added = isColumn ? [readColumn(context, part, inner)] : readGroup(context, part, count, inner);
      added[0]?.blocks.unshift(...waiting);
      if (added.length > 0) waiting = [];
      columns.push(...added);
      loose = undefined;
      continue;
    }
    if (part.name === 'mj-raw' && count > 0) {
      const blocks = readComponent(context, part);
      if (blocks.length > 0) note(context, 'mj-raw', BETWEEN_COLUMNS, part);
      if (columns.length > 0 && isClosing(part)) columns.at(-1)?.blocks.push(...blocks);
      else waiting.push(...blocks);
      continue;
    }
    // Components of a section outside of columns get a column.
    const blocks = readComponent(context, part);
    if (loose) loose.push(...blocks);
    else if (blocks.length > 0) {
      loose = blocks;
      columns.push({ width: undefined, blocks: loose });
    }
  }
  columns.at(-1)?.blocks.push(...waiting);
  return columns.map((column) => {
    const width = column.width ?? inner / Math.max(columns.length, 1);
    return {
      ...column,
      width,
      blocks: columns.length > 1 ? column.blocks.map((block) => fixWidth(block, width)) : column.blocks,
    };
  });
}

/** Pictures of MJML stay as wide as their column on a phone too, where columns are below each other. */
function fixWidth(block: LeafBlock, column: number): LeafBlock {
  if (block.type !== 'image' || block.width !== 'full') return block;
  const { left, right } = block.styles.padding;
  return { ...block, width: Math.max(1, Math.floor(column - left - right)) };
}

function readGroup(context: MjmlContext, group: HtmlElement, count: number, inner: number): Column[] {
  if (count > 1)
    note(
      context,
      'mj-group',
      'On phones a section keeps all of its columns side by side or none; these may stack.',
      group,
    );
  const width = widthOf(componentOf(context, group), inner) ?? inner / count;
  return readColumns(context, childElements(group), width);
}

function readColumn(context: MjmlContext, element: HtmlElement, inner: number): Column {
  const { read } = componentOf(context, element);
  const width = widthOf(componentOf(context, element), inner);
  const screens = screensOf(context, element);
  const content = childElements(element)
    .flatMap((child) => readComponent(context, child))
    .map((block) => showOn(screens, block));
  const padding = paddingOf(read, 'padding', inner);
  const inside = lookOf(read, 'inner-');
  if (inside && !isFlat(padding) && lookOf(read, ''))
    note(
      context,
      'mj-column background-color',
      'A column has one color and border; the inner ones were kept.',
      element,
    );
  if (inside && !isFlat(padding)) return { width, blocks: content, look: { ...inside, padding } };
  const look = lookOf(read, '');
  return { width, blocks: padBlocks(content, padding), ...(look ? { look } : {}) };
}

/** The color and lines of a column, or of what is inside its padding. */
function lookOf(read: AttributeReader, prefix: '' | 'inner-'): ColumnStyle | undefined {
  const backgroundColor = readColor(read(`${prefix}background-color`));
  const border = bordersOf((name) => read(`${prefix}${name}`));
  const borderRadius = readPixels(read(`${prefix}border-radius`)?.split(/\s+/)[0]);
  if (!backgroundColor && !border) return undefined;
  return {
    ...(backgroundColor ? { backgroundColor } : {}),
    ...(border ? { border } : {}),
    ...(borderRadius ? { borderRadius } : {}),
  };
}

function widthOf({ read }: Component, inner: number): number | undefined {
  const percent = readPercent(read('width'));
  return percent === undefined ? readPixels(read('width')) : (percent / 100) * inner;
}

/** The background around the sections of a wrapper, divided among them. */
function readWrapper(context: MjmlContext, { element, read }: Component): Rows {
  recordBackground(context, element, read('background-url'));
  recordBorder(context, element, read('border'));
  const backgroundColor = readColor(read('background-color'));
  const padding = paddingOf(read);
  const borderRadius = readPixels(read('border-radius')?.split(/\s+/)[0]);
  const rows = readRows(context, element);
  const isBand = read('full-width') === 'full-width';
  return rows.map((row, index) => {
    if (row.type !== 'section') return row;
    const room = sidesOfPart(padding, index, rows.length);
    // A wrapper as wide as the mail without a color between it and its rows is padding of the rows.
    if (!isBand && isWithin(row, backgroundColor)) return paintRow(row, room, backgroundColor);
    const wrapper = {
      ...(backgroundColor ? { backgroundColor } : {}),
      ...(isFlat(room) ? {} : { padding: room }),
      ...(borderRadius ? { borderRadius } : {}),
    };
    return { ...row, wrapper };
  });
}

/** Whether a row has no look of its own that the padding around it must not have. */
function isWithin(row: SectionBlock, around: string | undefined): boolean {
  const own = row.styles.backgroundColor;
  const isPlain = !row.wrapper && !row.border && !row.borderRadius && !row.backgroundImage;
  return isPlain && (own === undefined || (around !== undefined && isSameColor(own, around)));
}

function paintRow(row: SectionBlock, room: Sides, backgroundColor: string | undefined): SectionBlock {
  const color = row.styles.backgroundColor ?? backgroundColor;
  const padding = addSides(row.styles.padding, room);
  return { ...row, styles: { ...row.styles, padding, ...(color ? { backgroundColor: color } : {}) } };
}

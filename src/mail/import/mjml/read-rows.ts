import type { LeafBlock, SectionBlock } from '../../model/index.ts';
import {
  childElements,
  type HtmlElement,
  isBlank,
  isComment,
  isElement,
  outerSource,
} from '../../parse/html.ts';
import { writeBlockHtml } from '../blocks/block-html.ts';
import { makeHtml, makeSection } from '../blocks/make-block.ts';
import { type Column, makeSections } from '../blocks/make-sections.ts';
import { note } from '../context.ts';
import { readColor } from '../css/colors.ts';
import { isFlat, NO_SIDES, readPercent, readPixels, sidesOfPart } from '../css/values.ts';
import { padBlocks } from '../html/layout.ts';
import { escapeAttribute } from '../text.ts';
import { type Component, componentOf, type MjmlContext, paddingOf } from './component.ts';
import { readComponent } from './read-component.ts';

type Rows = (SectionBlock | LeafBlock)[];

/** The rows of an mj-body or mj-wrapper. */
export function readRows(context: MjmlContext, parent: HtmlElement): Rows {
  return parent.children.flatMap((child): Rows => {
    if (isElement(child)) return readRow(context, child);
    if (isComment(child) || isBlank(child)) return [];
    note(context, 'text', 'It stands between components; it is kept as HTML.', child);
    return [makeHtml(context, outerSource(child).trim())];
  });
}

function readRow(context: MjmlContext, element: HtmlElement): Rows {
  const component = componentOf(context, element);
  switch (element.name) {
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
  noteBackground(context, element, read('background-url'));
  noteBorder(context, element, ['border', 'border-top', 'border-bottom'].map(read).find(isBorder));
  const parts = childElements(element);
  const padding = paddingOf(read);
  const isGroup = parts.length === 1 && parts[0]?.name === 'mj-group';
  const inner = context.width - padding.left - padding.right;
  const columns = readColumns(context, parts, inner);
  if (read('direction') === 'rtl') columns.reverse();
  const backgroundColor = readColor(read('background-color'));
  const isBand = read('full-width') === 'full-width' && backgroundColor;
  return makeSections(context, {
    columns,
    padding,
    backgroundColor,
    borderRadius: readPixels(read('border-radius')?.split(/\s+/)[0]),
    ...(isGroup ? { stackOnMobile: false } : {}),
    ...(isBand ? { wrapper: { backgroundColor } } : {}),
    place: element,
  });
}

function isBorder(value: string | undefined): boolean {
  return value !== undefined && !/^(?:none|0(?:px)?(?:\s.*)?)$/.test(value.trim());
}

/** Adds a note about a lost background image of a row. */
function noteBackground(context: MjmlContext, element: HtmlElement, url: string | undefined): void {
  if (url)
    note(
      context,
      `${element.name} background-url`,
      'Sections have a color behind them, no picture; it was left out.',
      element,
    );
}

function noteBorder(context: MjmlContext, element: HtmlElement, border: string | undefined): void {
  if (border) note(context, `${element.name} border`, 'Sections have no border; it was left out.', element);
}

function readColumns(context: MjmlContext, parts: readonly HtmlElement[], inner: number): Column[] {
  const columns: Column[] = [];
  let loose: LeafBlock[] | undefined;
  for (const part of parts) {
    const isColumn = part.name === 'mj-column';
    if (isColumn || part.name === 'mj-group') {
      if (isColumn) columns.push(readColumn(context, part, inner));
      else columns.push(...readGroup(context, part, parts.length, inner));
      loose = undefined;
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
  return columns.map((column) => ({ ...column, width: column.width ?? inner / Math.max(columns.length, 1) }));
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
  noteBorder(context, element, [read('border'), read('inner-border')].find(isBorder));
  if (isBorder(read('border-radius'))) {
    note(context, 'mj-column border-radius', 'Columns have no round corners; they were left out.', element);
  }
  const align = read('vertical-align');
  if (align && align !== 'top') {
    note(context, 'mj-column vertical-align', 'What is in columns begins at their top.', element);
  }
  const color = readColor(read('inner-background-color')) ?? readColor(read('background-color'));
  const blocks = padBlocks(
    childElements(element).flatMap((child) => readComponent(context, child)),
    paddingOf(read),
    color,
  );
  return { width: widthOf(componentOf(context, element), inner), blocks };
}

function widthOf({ read }: Component, inner: number): number | undefined {
  const percent = readPercent(read('width'));
  return percent === undefined ? readPixels(read('width')) : (percent / 100) * inner;
}

/** The background around the sections of a wrapper, divided among them. */
function readWrapper(context: MjmlContext, { element, read }: Component): Rows {
  noteBackground(context, element, read('background-url'));
  noteBorder(context, element, read('border'));
  const backgroundColor = readColor(read('background-color'));
  const padding = paddingOf(read);
  const borderRadius = readPixels(read('border-radius')?.split(/\s+/)[0]);
  const rows = readRows(context, element);
  return rows.map((row, index) => {
    if (row.type !== 'section') return row;
    const room = sidesOfPart(padding, index, rows.length);
    const wrapper = {
      ...(backgroundColor ? { backgroundColor } : {}),
      ...(isFlat(room) ? {} : { padding: room }),
      ...(borderRadius ? { borderRadius } : {}),
    };
    return { ...row, wrapper };
  });
}

/** mj-hero: a section with a background color. Text on an image has no block type: it becomes HTML of the same look. */
function readHero(context: MjmlContext, { element, read }: Component): (SectionBlock | LeafBlock)[] {
  const blocks = childElements(element).flatMap((child) => readComponent(context, child));
  const url = read('background-url');
  const padding = paddingOf(read);
  const backgroundColor = readColor(read('background-color'));
  const parts = blocks.map(writeBlockHtml);
  if (!url || parts.some((part) => part === undefined)) {
    noteBackground(context, element, url);
    const column = { width: undefined, blocks };
    return makeSections(context, { columns: [column], padding, backgroundColor, place: element });
  }
  note(context, 'mj-hero', 'A picture behind text has no block; it became an html block.', element);
  const height = readPixels(read('height')) ?? 0;
  const position = /^[a-z0-9% .-]{1,40}$/i.test(read('background-position') ?? '')
    ? read('background-position')
    : 'center center';
  const css = [
    `background: ${backgroundColor ?? '#ffffff'} url('${url.replaceAll("'", '%27')}') ${position} / cover no-repeat`,
    `padding: ${padding.top}px ${padding.right}px ${padding.bottom}px ${padding.left}px`,
  ];
  if (height > 0) css.push(`height: ${Math.max(height - padding.top - padding.bottom, 0)}px`);
  const vertical = /^(?:top|middle|bottom)$/.exec(read('vertical-align') ?? '')?.[0] ?? 'top';
  const cell = `<td background="${escapeAttribute(url)}" valign="${vertical}" style="${escapeAttribute(css.join('; '))}">`;
  const table = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">';
  const html = `${table}<tr>${cell}${parts.join('')}</td></tr></table>`;
  return [makeSection(context, '1', [[makeHtml(context, html)]], {}, { padding: NO_SIDES })];
}

import type { LeafBlock, SectionBlock } from '../../model/index.ts';
import { type ColumnDraft, laySections } from '../blocks/lay-columns.ts';
import { makeHtml } from '../blocks/make-block.ts';
import { readColor } from '../css/colors.ts';
import { isFlat, NO_SIDES, readPercent, readPixels } from '../css/lengths.ts';
import { padBlocks } from '../html/to-rows.ts';
import { note } from '../import-run.ts';
import { childElements, type ElementNode, outerSource } from '../markup/node.ts';
import { paddingOf } from './attributes.ts';
import { readComponent } from './components.ts';
import { type Component, componentOf, type MjmlRun } from './mjml-run.ts';
import { readHero } from './read-hero.ts';

type Rows = (SectionBlock | LeafBlock)[];

/** The rows of an mj-body or mj-wrapper. */
export function readRows(run: MjmlRun, parent: ElementNode): Rows {
  return parent.children.flatMap((child): Rows => {
    if (child.kind === 'element') return readRow(run, child);
    if (child.kind === 'comment' || child.raw.trim() === '') return [];
    note(run, 'text', 'It stands between components; it is kept as HTML.', child);
    return [makeHtml(run, outerSource(child).trim())];
  });
}

function readRow(run: MjmlRun, element: ElementNode): Rows {
  const component = componentOf(run, element);
  switch (element.name) {
    case 'mj-section':
      return readSection(run, component);
    case 'mj-wrapper':
      return readWrapper(run, component);
    case 'mj-hero':
      return readHero(run, component);
    case 'mj-column':
    case 'mj-group': {
      note(run, element.name, 'It stands outside a section; it got one.', element);
      const columns = readColumns(run, [element], run.width);
      return laySections(run, { columns, padding: NO_SIDES, place: element });
    }
    default: {
      const blocks = readComponent(run, element);
      return element.name === 'mj-raw' || blocks.length === 0
        ? blocks
        : laySections(run, { columns: [{ width: undefined, blocks }], padding: NO_SIDES });
    }
  }
}

function readSection(run: MjmlRun, { element, read }: Component): Rows {
  noteBackground(run, element, read('background-url'));
  noteBorder(run, element, ['border', 'border-top', 'border-bottom'].map(read).find(isBorder));
  const parts = childElements(element);
  const padding = paddingOf(read);
  const isGroup = parts.length === 1 && parts[0]?.name === 'mj-group';
  const inner = run.width - padding.left - padding.right;
  const columns = readColumns(run, parts, inner);
  if (read('direction') === 'rtl') columns.reverse();
  const backgroundColor = readColor(read('background-color'));
  const isBand = read('full-width') === 'full-width' && backgroundColor;
  return laySections(run, {
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

/** Says that a picture behind a row is lost. */
export function noteBackground(run: MjmlRun, element: ElementNode, url: string | undefined): void {
  if (url)
    note(
      run,
      `${element.name} background-url`,
      'Sections have a color behind them, no picture; it was left out.',
      element,
    );
}

function noteBorder(run: MjmlRun, element: ElementNode, border: string | undefined): void {
  if (border) note(run, `${element.name} border`, 'Sections have no border; it was left out.', element);
}

function readColumns(run: MjmlRun, parts: readonly ElementNode[], inner: number): ColumnDraft[] {
  const columns: ColumnDraft[] = [];
  let loose: LeafBlock[] | undefined;
  for (const part of parts) {
    const isColumn = part.name === 'mj-column';
    if (isColumn || part.name === 'mj-group') {
      if (isColumn) columns.push(readColumn(run, part, inner));
      else columns.push(...readGroup(run, part, parts.length, inner));
      loose = undefined;
      continue;
    }
    // MJML wants columns in sections; what stands there without one gets one.
    const blocks = readComponent(run, part);
    if (loose) loose.push(...blocks);
    else if (blocks.length > 0) {
      loose = blocks;
      columns.push({ width: undefined, blocks: loose });
    }
  }
  return columns.map((column) => ({ ...column, width: column.width ?? inner / Math.max(columns.length, 1) }));
}

function readGroup(run: MjmlRun, group: ElementNode, count: number, inner: number): ColumnDraft[] {
  if (count > 1)
    note(run, 'mj-group', 'Columns are kept together in whole sections only; these may stack.', group);
  const width = widthOf(componentOf(run, group), inner) ?? inner / count;
  return readColumns(run, childElements(group), width);
}

function readColumn(run: MjmlRun, element: ElementNode, inner: number): ColumnDraft {
  const { read } = componentOf(run, element);
  noteBorder(run, element, [read('border'), read('inner-border')].find(isBorder));
  if (isBorder(read('border-radius'))) {
    note(run, 'mj-column border-radius', 'Columns have no round corners; they were left out.', element);
  }
  const align = read('vertical-align');
  if (align && align !== 'top') {
    note(run, 'mj-column vertical-align', 'What is in columns begins at their top.', element);
  }
  const color = readColor(read('inner-background-color')) ?? readColor(read('background-color'));
  const blocks = padBlocks(
    childElements(element).flatMap((child) => readComponent(run, child)),
    paddingOf(read),
    color,
  );
  return { width: widthOf(componentOf(run, element), inner), blocks };
}

function widthOf({ read }: Component, inner: number): number | undefined {
  const percent = readPercent(read('width'));
  return percent === undefined ? readPixels(read('width')) : (percent / 100) * inner;
}

/** The band around the sections of a wrapper: each gets its part of it. */
function readWrapper(run: MjmlRun, { element, read }: Component): Rows {
  noteBackground(run, element, read('background-url'));
  noteBorder(run, element, read('border'));
  const backgroundColor = readColor(read('background-color'));
  const padding = paddingOf(read);
  const borderRadius = readPixels(read('border-radius')?.split(/\s+/)[0]);
  const rows = readRows(run, element);
  return rows.map((row, index) => {
    if (row.type !== 'section') return row;
    const top = index === 0 ? padding.top : 0;
    const bottom = index === rows.length - 1 ? padding.bottom : 0;
    const room = { ...padding, top, bottom };
    const wrapper = {
      ...(backgroundColor ? { backgroundColor } : {}),
      ...(isFlat(room) ? {} : { padding: room }),
      ...(borderRadius ? { borderRadius } : {}),
    };
    return { ...row, wrapper };
  });
}

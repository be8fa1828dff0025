import type { LeafBlock } from '../../model/index.ts';
import { makeHtml } from '../blocks/make-block.ts';
import { readColor } from '../css/colors.ts';
import { readPixels } from '../css/lengths.ts';
import { inheritLook, type Look } from '../css/look.ts';
import { hasTextBetweenRows, isDataTable, readDataTable, rowsOf } from '../html/read-data-table.ts';
import { readFragment } from '../html/read-fragment.ts';
import { padBlocks } from '../html/to-rows.ts';
import { note } from '../import-run.ts';
import { innerSource } from '../markup/node.ts';
import { escapeAttribute } from '../markup/text.ts';
import { type AttributeReader, paddingOf } from './attributes.ts';
import type { Component, MjmlRun } from './mjml-run.ts';

const TEXT_ATTRIBUTES = [
  'color',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'text-transform',
] as const;

/** The look that attributes of a component give to its text. */
export function lookOf(read: AttributeReader): Look {
  const style = new Map<string, string>();
  for (const name of TEXT_ATTRIBUTES) {
    const value = read(name);
    if (value !== undefined) style.set(name, value);
  }
  const align = read('align');
  if (align !== undefined) style.set('text-align', align);
  // A line height of 1 is what MJML takes when nothing is said.
  if (style.get('line-height') === '1') style.delete('line-height');
  return inheritLook({ textAlign: 'left' }, style);
}

/** mj-text: titles and paragraphs, and whatever else its HTML holds. */
export function readText(run: MjmlRun, { element, read }: Component): LeafBlock[] {
  const height = readPixels(read('height'));
  if (height) note(run, 'mj-text height', 'Text takes the height it needs.', element);
  const look = inheritLook(lookOf(read), run.styleOf(element));
  const blocks = readFragment(run, element.children, look);
  const background = readColor(read('background-color'));
  return padBlocks(blocks, paddingOf(read), background);
}

/** mj-table: a table block when it holds plain rows, HTML otherwise. */
export function readMjTable(run: MjmlRun, { element, read }: Component): LeafBlock[] {
  const look = lookOf(read);
  const rows = rowsOf(element);
  const box = { padding: paddingOf(read) };
  const isPlain = rows.length > 0 && !hasTextBetweenRows(element);
  if (isPlain && (isDataTable(run, element, rows) || isSmallTable(rows))) {
    return [readDataTable(run, rows, look, element, box)];
  }
  note(run, 'mj-table', 'It is more than plain rows and cells; it is kept as HTML.', element);
  const css = [
    look.color && `color: ${look.color}`,
    look.fontSize && `font-size: ${look.fontSize}px`,
    look.fontFamily && `font-family: ${look.fontFamily}`,
  ];
  const style = css.filter(Boolean).join('; ');
  const open = `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${escapeAttribute(style)}">`;
  return [makeHtml(run, `${open}${innerSource(element)}</table>`, box)];
}

/** One or two rows of text are data too when their author says they are a table. */
function isSmallTable(rows: ReturnType<typeof rowsOf>): boolean {
  const count = rows[0]?.cells.length ?? 0;
  const isSimple = (text: string) => !/<(?:table|img|div|video|form)\b|\b(?:col|row)span\s*=/i.test(text);
  return count > 0 && rows.every(({ row, cells }) => cells.length === count && isSimple(innerSource(row)));
}

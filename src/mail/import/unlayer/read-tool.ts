import type { LeafBlock } from '../../model/index.ts';
import { makeHtml } from '../blocks/make-block.ts';
import { levelOfName, makeHeading } from '../blocks/text-block.ts';
import { readColor } from '../css/colors.ts';
import { NO_SIDES, readSides } from '../css/lengths.ts';
import type { Look } from '../css/look.ts';
import { readFragmentText } from '../html/read-fragment.ts';
import { padBlocks } from '../html/to-rows.ts';
import { type ImportRun, note } from '../import-run.ts';
import { conditionOf, findHtml, fontOf, lookOf, withVisibility } from '../json/design-style.ts';
import { type Fields, fieldAt, fieldsOf, stringOf } from '../json/parse-design.ts';
import { parseMarkup } from '../markup/parse-markup.ts';
import { readMenu, readSocial, readTable } from './list-tools.ts';
import { readButton, readDivider, readImage, readVideo } from './media-tools.ts';

/** Reads the values of a tool into blocks without the padding around them. */
export type ToolReader = (run: ImportRun, values: Fields, path: string) => LeafBlock[];

const READERS: Readonly<Record<string, ToolReader>> = {
  text: readText,
  paragraph: readText,
  heading: readHeading,
  image: readImage,
  button: readButton,
  divider: readDivider,
  video: readVideo,
  social: readSocial,
  menu: readMenu,
  table: readTable,
  html: readHtmlTool,
};

/** The blocks of one tool in a column. */
export function readTool(run: ImportRun, tool: unknown, path: string): LeafBlock[] {
  const type = stringOf(fieldAt(tool, 'type')) ?? '';
  const values = fieldsOf(fieldAt(tool, 'values'));
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const blocks = reader ? reader(run, values, path) : readUnknown(run, type, values, path);
  const padding = readSides(stringOf(values.containerPadding)) ?? NO_SIDES;
  const padded = padBlocks(blocks, padding, readColor(values.containerBackgroundColor));
  const shown = withVisibility(padded, values.hideDesktop, values.hideMobile);
  return shown.map((block) => ({ ...block, ...conditionOf(values.displayCondition) }));
}

function readUnknown(run: ImportRun, type: string, values: Fields, path: string): LeafBlock[] {
  const html = findHtml(values);
  const what = `tool ${type || 'without a type'}`;
  if (html === undefined) {
    note(run, what, 'There is no block for it and it holds no text; it was left out.', path);
    return [];
  }
  note(run, what, 'There is no block for it; its HTML is kept.', path);
  return [makeHtml(run, html)];
}

/** The look the values of a tool give to text. */
export function toolLook(run: ImportRun, values: Fields): Look {
  const style = {
    color: values.color ?? values.textColor,
    'font-size': values.fontSize,
    'font-weight': values.fontWeight,
    'line-height': values.lineHeight,
    'letter-spacing': values.letterSpacing,
    'text-align': values.textAlign ?? values.align,
    'font-family': fontOf(values.fontFamily),
  };
  return lookOf(style, run.base);
}

function readText(run: ImportRun, values: Fields): LeafBlock[] {
  const html = stringOf(values.text) ?? stringOf(values.html) ?? '';
  return readFragmentText(run, html, toolLook(run, values));
}

function readHeading(run: ImportRun, values: Fields): LeafBlock[] {
  const look = toolLook(run, values);
  const level = levelOfName(stringOf(values.headingType) ?? '') ?? 2;
  const { children } = parseMarkup({ text: stringOf(values.text) ?? '' });
  const block = makeHeading(run, children, { ...look, isBold: look.isBold ?? true }, level, {
    padding: NO_SIDES,
  });
  return block ? [block] : [];
}

function readHtmlTool(run: ImportRun, values: Fields, path: string): LeafBlock[] {
  const html = stringOf(values.html) ?? '';
  if (html.trim() === '') return [];
  if (/<script\b/i.test(html))
    note(run, 'script', 'It is kept inside an html block; no mail program runs it.', path);
  return [makeHtml(run, html)];
}

import type { SectionBlock } from '../../model/index.ts';
import { makeSections } from '../blocks/make-sections.ts';
import {
  type ImportContext,
  type ImportedMail,
  ImportRefusal,
  type MakeContext,
  note,
  settingsOf,
} from '../context.ts';
import { readBackgroundImage } from '../css/background.ts';
import { isSameColor, readColor } from '../css/colors.ts';
import { makeStyleReader } from '../css/computed-style.ts';
import { readLength } from '../css/values.ts';
import {
  conditionOf,
  declarationsOf,
  type Fields,
  fieldAt,
  fieldsOf,
  fontOf,
  listOf,
  paddingOf,
  stringOf,
  withVisibility,
} from '../design.ts';
import { padBlocks } from '../html/rows.ts';
import { readModule } from './read-module.ts';

/** Reads a design exported from the Beefree editor: `page.rows[].columns[].modules[]`. */
export function readBeefree(design: Fields, makeContext: MakeContext): ImportedMail {
  const page = fieldAt(design, 'page');
  const rows = fieldAt(page, 'rows');
  if (!Array.isArray(rows)) {
    throw new ImportRefusal('not_that_format', 'This is no Beefree design: it has no list "page.rows".');
  }
  const context = makeContext(makeStyleReader([]));
  const style = fieldAt(page, 'body', 'content', 'style');
  const computed = fieldAt(page, 'body', 'content', 'computedStyle');
  const color = readColor(fieldAt(style, 'color'));
  const fontFamily = fontOf(fieldAt(style, 'font-family'));
  context.width = readLength(fieldAt(computed, 'messageWidth')) || 600;
  context.base = { ...(color ? { color } : {}), ...(fontFamily ? { fontFamily } : {}) };
  const background = readColor(fieldAt(page, 'body', 'container', 'style', 'background-color')) ?? '#ffffff';
  const message = readColor(fieldAt(computed, 'messageBackgroundColor'));
  const linkColor = readColor(fieldAt(computed, 'linkColor'));
  recordFonts(context, fieldAt(page, 'body', 'webFonts'));
  const blocks = rows.flatMap((row, index) =>
    readRow(context, row, `/page/rows/${index}`, { background, message }),
  );
  const title = stringOf(fieldAt(page, 'title'));
  const preheaderText = stringOf(fieldAt(page, 'preheader'));
  return {
    blocks,
    settings: settingsOf(context, { backgroundColor: background, linkColor, preheaderText }),
    ...(title ? { title } : {}),
  };
}

function recordFonts(context: ImportContext, fonts: unknown): void {
  for (const [index, font] of listOf(fonts).entries()) {
    const name = stringOf(fieldAt(font, 'name')) ?? 'web font';
    const why = 'Blocks name the font; give it as a custom font when exporting.';
    note(context, `font ${name}`, why, `/page/body/webFonts/${index}`);
  }
}

/** The background colors of the page, and of rows without a color of their own. */
interface PageColors {
  background: string;
  message: string | undefined;
}

function readRow(context: ImportContext, row: unknown, path: string, ground: PageColors): SectionBlock[] {
  const columns = listOf(fieldAt(row, 'columns'));
  if (columns.length === 0) {
    note(context, 'row', 'It has no columns, so there is nothing to show.', path);
    return [];
  }
  const outer = fieldsOf(fieldAt(row, 'container', 'style'));
  const inner = fieldsOf(fieldAt(row, 'content', 'style'));
  const band = readColor(outer['background-color']);
  const backgroundColor = readColor(inner['background-color']) ?? ground.message;
  const computed = fieldsOf(fieldAt(row, 'content', 'computedStyle'));
  const sections = makeSections(context, {
    columns: columns.map((column, index) => readColumn(context, column, `${path}/columns/${index}`)),
    padding: paddingOf(inner),
    backgroundColor,
    borderRadius: readLength(inner['border-radius']),
    backgroundImage: readBackgroundImage(declarationsOf(inner)) ?? readBackgroundImage(declarationsOf(outer)),
    ...(computed.rowColStackOnMobile === false ? { stackOnMobile: false } : {}),
    ...(band && !isSameColor(band, ground.background) ? { wrapper: { backgroundColor: band } } : {}),
    place: path,
  });
  const condition = conditionOf(
    fieldAt(row, 'container', 'displayCondition') ?? fieldAt(row, 'display-condition'),
  );
  const shown = withVisibility(sections, computed.hideContentOnDesktop, computed.hideContentOnMobile);
  return shown.map((section) => ({ ...section, ...condition }));
}

function readColumn(context: ImportContext, column: unknown, path: string) {
  const style = fieldsOf(fieldAt(column, 'style'));
  const modules = listOf(fieldAt(column, 'modules'));
  const blocks = modules.flatMap((module, index) => readModule(context, module, `${path}/modules/${index}`));
  const color = readColor(style['background-color']);
  return {
    width: readLength(fieldAt(column, 'grid-columns')) || undefined,
    blocks: padBlocks(blocks, paddingOf(style), color),
  };
}

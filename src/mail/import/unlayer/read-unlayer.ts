import type { SectionBlock } from '../../model/index.ts';
import { laySections } from '../blocks/lay-columns.ts';
import { isSameColor, readColor } from '../css/colors.ts';
import { NO_SIDES, readLength, readSides } from '../css/lengths.ts';
import { makeStyleReader, type StyleReader } from '../css/style-reader.ts';
import type { Draft } from '../draft.ts';
import { padBlocks } from '../html/to-rows.ts';
import { type ImportRun, note } from '../import-run.ts';
import { conditionOf, fontOf } from '../json/design-style.ts';
import { type Fields, fieldAt, fieldsOf, listOf, stringOf } from '../json/parse-design.ts';
import { ImportRefusal } from '../refusal.ts';
import { readTool } from './read-tool.ts';

/** Reads a design exported from the Unlayer editor: `body.rows[].columns[].contents[]`. */
export function readUnlayer(design: Fields, makeRun: (styleOf: StyleReader) => ImportRun): Draft {
  // An export may carry the design beside the HTML made of it.
  const body = fieldAt(design, 'body') ?? fieldAt(design, 'design', 'body');
  const rows = fieldAt(body, 'rows');
  if (!Array.isArray(rows)) {
    throw new ImportRefusal('not_that_format', 'This is no Unlayer design: it has no list "body.rows".');
  }
  const run = makeRun(makeStyleReader([]));
  const values = fieldsOf(fieldAt(body, 'values'));
  const color = readColor(values.textColor);
  const fontFamily = fontOf(values.fontFamily);
  run.width = readLength(values.contentWidth) || 600;
  run.base = { ...(color ? { color } : {}), ...(fontFamily ? { fontFamily } : {}) };
  const background = readColor(values.backgroundColor) ?? '#ffffff';
  const linkColor = readColor(fieldAt(values.linkStyle, 'linkColor'));
  const underline = fieldAt(values.linkStyle, 'linkUnderline');
  const preheader = stringOf(values.preheaderText);
  noteBackground(run, values.backgroundImage, '/body/values/backgroundImage');
  const blocks = rows.flatMap((row, index) => readRow(run, row, `/body/rows/${index}`, background));
  return {
    blocks,
    settings: {
      width: run.width,
      backgroundColor: background,
      ...(color ? { textColor: color } : {}),
      ...(fontFamily ? { fontFamily } : {}),
      ...(linkColor ? { linkColor } : {}),
      ...(typeof underline === 'boolean' ? { linkUnderline: underline } : {}),
      ...(preheader ? { preheaderText: preheader } : {}),
    },
  };
}

function noteBackground(run: ImportRun, image: unknown, path: string): void {
  if (!stringOf(fieldAt(image, 'url'))) return;
  note(run, 'backgroundImage', 'Sections have a color behind them, no picture; it was left out.', path);
}

function readRow(run: ImportRun, row: unknown, path: string, background: string): SectionBlock[] {
  const columns = listOf(fieldAt(row, 'columns'));
  if (columns.length === 0) {
    note(run, 'row', 'It has no columns, so there is nothing to show.', path);
    return [];
  }
  const cells = listOf(fieldAt(row, 'cells'));
  const values = fieldsOf(fieldAt(row, 'values'));
  noteBackground(run, values.backgroundImage, path);
  const band = readColor(values.backgroundColor);
  const sections = laySections(run, {
    columns: columns.map((column, index) => ({
      width: readLength(cells[index]) || undefined,
      blocks: readColumn(run, column, `${path}/columns/${index}`),
    })),
    padding: readSides(stringOf(values.padding)) ?? NO_SIDES,
    backgroundColor: readColor(values.columnsBackgroundColor) ?? band,
    borderRadius: readLength(values.borderRadius),
    ...(values.noStackMobile === true ? { stackOnMobile: false } : {}),
    ...(band && !isSameColor(band, background) ? { wrapper: { backgroundColor: band } } : {}),
    place: path,
  });
  const hideDesktop = values.hideDesktop === true;
  const hideMobile = values.hideMobile === true;
  const visibility =
    hideDesktop || hideMobile ? { visibility: { desktop: !hideDesktop, mobile: !hideMobile } } : {};
  return sections.map((section) => ({ ...section, ...visibility, ...conditionOf(values.displayCondition) }));
}

function readColumn(run: ImportRun, column: unknown, path: string) {
  const values = fieldsOf(fieldAt(column, 'values'));
  const contents = listOf(fieldAt(column, 'contents'));
  const blocks = contents.flatMap((tool, index) => readTool(run, tool, `${path}/contents/${index}`));
  const padding = readSides(stringOf(values.padding)) ?? NO_SIDES;
  return padBlocks(blocks, padding, readColor(values.backgroundColor));
}

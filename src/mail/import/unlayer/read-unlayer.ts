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
import type { BackgroundImage } from '../css/background.ts';
import { isSameColor, readColor } from '../css/colors.ts';
import { makeStyleReader } from '../css/computed-style.ts';
import { NO_SIDES, readLength, readSides } from '../css/values.ts';
import {
  conditionOf,
  type Fields,
  fieldAt,
  fieldsOf,
  fontOf,
  listOf,
  stringOf,
  withVisibility,
} from '../design.ts';
import { padBlocks } from '../html/rows.ts';
import { isHiddenOnPhones, readTool } from './read-tool.ts';

/** Reads a design exported from the Unlayer editor: `body.rows[].columns[].contents[]`. */
export function readUnlayer(design: Fields, makeContext: MakeContext): ImportedMail {
  // An export may contain the design beside its HTML.
  const body = fieldAt(design, 'body') ?? fieldAt(design, 'design', 'body');
  const rows = fieldAt(body, 'rows');
  if (!Array.isArray(rows)) {
    throw new ImportRefusal('not_that_format', 'This is no Unlayer design: it has no list "body.rows".');
  }
  const context = makeContext(makeStyleReader([]));
  const values = fieldsOf(fieldAt(body, 'values'));
  const color = readColor(values.textColor);
  const fontFamily = fontOf(values.fontFamily);
  context.width = readLength(values.contentWidth) || 600;
  context.base = { ...(color ? { color } : {}), ...(fontFamily ? { fontFamily } : {}) };
  const background = readColor(values.backgroundColor) ?? '#ffffff';
  const linkColor = readColor(fieldAt(values.linkStyle, 'linkColor'));
  const underline = fieldAt(values.linkStyle, 'linkUnderline');
  recordBackground(context, values.backgroundImage, '/body/values/backgroundImage');
  const blocks = ['headers', 'rows', 'footers'].flatMap((list) =>
    listOf(fieldAt(body, list)).flatMap((row, index) =>
      readRow(context, row, `/body/${list}/${index}`, background),
    ),
  );
  return {
    blocks,
    settings: settingsOf(context, {
      backgroundColor: background,
      linkColor,
      linkUnderline: typeof underline === 'boolean' ? underline : undefined,
      preheaderText: stringOf(values.preheaderText),
    }),
  };
}

function recordBackground(context: ImportContext, image: unknown, path: string): void {
  if (!stringOf(fieldAt(image, 'url'))) return;
  note(
    context,
    'backgroundImage',
    'Sections have a picture behind them, a whole mail has none; it was left out.',
    path,
  );
}

/** The picture behind a row. Older designs say `center` and `cover`, newer ones `position` and `size`. */
function pictureOf(value: unknown): BackgroundImage | undefined {
  const image = fieldsOf(value);
  const src = stringOf(image.url);
  if (!src) return undefined;
  const size = image.cover === true ? 'cover' : image.size;
  return {
    src,
    size: size === 'cover' || size === 'contain' ? size : 'auto',
    position: stringOf(image.position) ?? (image.center === false ? 'left top' : 'center top'),
    repeat: image.repeat === true || image.repeat === 'repeat',
  };
}

function readRow(context: ImportContext, row: unknown, path: string, background: string): SectionBlock[] {
  const columns = listOf(fieldAt(row, 'columns'));
  if (columns.length === 0) {
    note(context, 'row', 'It has no columns, so there is nothing to show.', path);
    return [];
  }
  const cells = listOf(fieldAt(row, 'cells'));
  const values = fieldsOf(fieldAt(row, 'values'));
  const band = readColor(values.backgroundColor);
  const sections = makeSections(context, {
    columns: columns.map((column, index) => ({
      width: readLength(cells[index]) || undefined,
      blocks: readColumn(context, column, `${path}/columns/${index}`),
    })),
    padding: readSides(stringOf(values.padding)) ?? NO_SIDES,
    backgroundColor: readColor(values.columnsBackgroundColor) ?? band,
    borderRadius: readLength(values.borderRadius),
    backgroundImage: pictureOf(values.backgroundImage),
    ...(values.noStackMobile === true ? { stackOnMobile: false } : {}),
    ...(band && !isSameColor(band, background) ? { wrapper: { backgroundColor: band } } : {}),
    place: path,
  });
  const shown = withVisibility(sections, values.hideDesktop, isHiddenOnPhones(values));
  return shown.map((section) => ({ ...section, ...conditionOf(values.displayCondition) }));
}

function readColumn(context: ImportContext, column: unknown, path: string) {
  const values = fieldsOf(fieldAt(column, 'values'));
  const contents = listOf(fieldAt(column, 'contents'));
  const blocks = contents.flatMap((tool, index) => readTool(context, tool, `${path}/contents/${index}`));
  const padding = readSides(stringOf(values.padding)) ?? NO_SIDES;
  return padBlocks(blocks, padding, readColor(values.backgroundColor));
}

import { laySections } from '../blocks/lay-columns.ts';
import { readColor } from '../css/colors.ts';
import { readPixels } from '../css/lengths.ts';
import { inheritLook } from '../css/look.ts';
import { collectSheets, makeStyleReader, type StyleReader } from '../css/style-reader.ts';
import type { Draft, ImportSource } from '../draft.ts';
import { type ImportRun, note } from '../import-run.ts';
import { type ElementNode, findElement, walkElements } from '../markup/node.ts';
import { parseMarkup } from '../markup/parse-markup.ts';
import { plainTextOf } from '../markup/text.ts';
import { ImportRefusal } from '../refusal.ts';
import { collectFrom } from './collect.ts';
import { linkLook } from './link-look.ts';
import { noteComments } from './note-comments.ts';
import { plainBox } from './pieces.ts';
import { takePreheader } from './preheader.ts';
import { surveyText } from './survey-text.ts';
import { toRows } from './to-rows.ts';

/** Reads the HTML of a mail. */
export function readHtml(source: ImportSource, makeRun: (styleOf: StyleReader) => ImportRun): Draft {
  const root = parseMarkup({ text: source.text });
  refuseOther(root);
  const sheets = collectSheets(root);
  const run = makeRun(makeStyleReader(sheets));
  const body = findElement(root, 'body') ?? root;
  const html = findElement(root, 'html');
  const preheader = takePreheader(run, body);
  const style = run.styleOf(body);
  const page = readColor(style.get('background-color')) ?? pageColor(run, body);
  const look = inheritLook({ textAlign: 'left' }, style);
  run.width = findWidth(run, body) ?? 600;
  const base = surveyText(run, body, look);
  run.base = base;
  const pieces = collectFrom(run, body.children, look, false);
  const rows = toRows(plainBox(pieces), page ?? '#ffffff');
  noteComments(run, root);
  if (sheets.some((sheet) => sheet.includes('@media'))) {
    note(run, '@media', 'Rules for some screens only have no place in blocks and were left out.');
  }
  const locale = html?.attributes.get('lang')?.trim();
  const title = titleOf(root);
  return {
    blocks: rows.flatMap((row) => laySections(run, row)),
    settings: {
      width: run.width,
      backgroundColor: page ?? '#ffffff',
      ...(base.color ? { textColor: base.color } : {}),
      ...(base.fontFamily ? { fontFamily: base.fontFamily } : {}),
      ...linkLook(run, body),
      ...(preheader ? { preheaderText: preheader } : {}),
      ...(locale ? { locale } : {}),
    },
    ...(title ? { title } : {}),
  };
}

function refuseOther(root: ElementNode): void {
  if (findElement(root, 'mjml')) {
    throw new ImportRefusal('not_that_format', 'This is MJML, not HTML; import it with the format "mjml".');
  }
  if (!walkElements(root).next().value) {
    throw new ImportRefusal('not_that_format', 'This is not HTML: there is no element in it.');
  }
}

function titleOf(root: ElementNode): string | undefined {
  const title = findElement(root, 'title');
  const text = title && plainTextOf(title);
  return text || undefined;
}

/** The width of the mail: that of the first table or div that is as wide as a mail. */
function findWidth(run: ImportRun, body: ElementNode): number | undefined {
  for (const element of walkElements(body)) {
    if (element.name !== 'table' && element.name !== 'div' && element.name !== 'td') continue;
    const style = run.styleOf(element);
    const width = readPixels(style.get('width')) ?? readPixels(style.get('max-width'));
    if (width !== undefined && width >= 400 && width <= 960) return Math.round(width);
  }
  return undefined;
}

/** The color of the outermost table or div, when the body has none. */
function pageColor(run: ImportRun, body: ElementNode): string | undefined {
  const [first] = body.children.filter(
    (child) => child.kind === 'element' && /^(?:table|div|center)$/.test(child.name),
  );
  const style = first?.kind === 'element' ? run.styleOf(first) : undefined;
  const isWide = !readPixels(style?.get('width')) && !readPixels(style?.get('max-width'));
  return isWide ? readColor(style?.get('background-color')) : undefined;
}

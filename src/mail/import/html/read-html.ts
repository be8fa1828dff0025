import {
  findElement,
  type HtmlComment,
  type HtmlElement,
  isBlank,
  isComment,
  isElement,
  isText,
  makeElement,
  outerSource,
  walkElements,
} from '../../parse/html.ts';
import { keepStructuredData } from '../blocks/block-html.ts';
import { makeSections } from '../blocks/make-sections.ts';
import {
  type ImportContext,
  type ImportedMail,
  ImportRefusal,
  type ImportSource,
  type MakeContext,
  note,
  parseMarkup,
  settingsOf,
} from '../context.ts';
import { readColor } from '../css/colors.ts';
import { collectSheets, hasRulesForOthers, makePhoneReader, makeStyleReader } from '../css/computed-style.ts';
import { inheritTextStyle, readDirection, type TextStyle } from '../css/text-style.ts';
import { type Declarations, readPixels, type Sides, sidesOf } from '../css/values.ts';
import { isInvisibleName, plainTextOf } from '../text.ts';
import { languageOf } from './language.ts';
import { makeLayoutBox } from './layout-tree.ts';
import { collectFrom } from './read-content.ts';
import { hasMap } from './read-leaf.ts';
import { toRows } from './rows.ts';
import { isHidden } from './screens.ts';

/** The default color of text in all mail clients. */
const DEFAULT_COLOR = '#000000';

/** The default font of text in browsers and most mail clients. */
const DEFAULT_FONT = "'Times New Roman', Times, serif";

/** The default color of links in browsers and most mail clients. */
export const DEFAULT_LINK_COLOR = '#0000ee';

/** Reads the HTML of a mail. */
export function readHtml(source: ImportSource, makeContext: MakeContext): ImportedMail {
  const root = parseMarkup({ text: source.text });
  refuseOther(root);
  const sheets = collectSheets(root);
  const context = makeContext(makeStyleReader(sheets), makePhoneReader(sheets));
  Object.assign(context, readDoctype(source.text));
  const body = findElement(root, 'body') ?? root;
  const html = findElement(root, 'html');
  takeMaps(context, body);
  const preheader = takePreheader(context, body);
  const style = context.styleOf(body);
  const page = readColor(style.get('background-color')) ?? pageColor(context, body);
  const textStyle = inheritTextStyle(
    { textAlign: 'left', color: DEFAULT_COLOR, fontFamily: DEFAULT_FONT },
    style,
  );
  const width = findWidth(context, body);
  context.width = width ?? PANE_WIDTH;
  context.base = findMainTextStyle(context, body, textStyle);
  const content = collectFrom(context, body.children, textStyle, { isInColumn: false, room: undefined });
  const rows = toRows(
    { ...makeLayoutBox(content), padding: bodyPadding(style, width === undefined) },
    page ?? '#ffffff',
  );
  recordComments(context, root);
  if (sheets.some(hasRulesForOthers))
    note(
      context,
      '@media',
      'Rules for some screens only, other than those that hide, have no place in blocks and were left out.',
    );
  const title = titleOf(root);
  return {
    blocks: [
      ...rows.flatMap((row) => makeSections(context, row)),
      ...keepStructuredData(context, findElement(root, 'head')),
    ],
    settings: settingsOf(context, {
      backgroundColor: page,
      ...(hasPlainLink(context, body) ? { linkColor: DEFAULT_LINK_COLOR } : {}),
      ...linkSettingsOf(context, body),
      preheaderText: preheader.text,
      locale: html?.attribs.lang?.trim() || body.attribs.lang?.trim() || languageOf(body),
      direction: readDirection(style.get('direction') ?? html?.attribs.dir),
    }),
    ...(title ? { title } : {}),
    parts: preheader.element ? [preheader.element, body] : [body],
  };
}

/** The mode in which browsers read a page with this document type: quirks, limited quirks or standards mode. */
function readDoctype(text: string): Pick<ImportContext, 'isQuirks' | 'hasLineGaps'> {
  const doctype = /^(?:\s|<\?xml[^<>]{0,200}>|<!--[^<>]{0,500}-->){0,9}(<!doctype\b[^<>]{0,300})/i.exec(
    text.slice(0, 2000),
  )?.[1];
  const isOld = /dtd html (?:[23]|4\.0\b(?!1)|4\.01 (?:transitional|frameset)\/\/en"(?!\s*"))/i.test(
    doctype ?? '',
  );
  const isLoose = /transitional|frameset/i.test(doctype ?? '');
  const isQuirks = doctype === undefined || isOld;
  return { isQuirks, hasLineGaps: !isQuirks && !isLoose };
}

/** Takes the maps of pictures out of the mail; each is kept with its picture. */
export function takeMaps(context: ImportContext, body: HtmlElement): void {
  const elements = [...walkElements(body)];
  const used = new Set(elements.filter(hasMap).map(({ attribs }) => attribs.usemap?.trim().slice(1)));
  for (const map of used.size === 0 ? [] : elements) {
    const name = map.attribs.name ?? map.attribs.id ?? '';
    if (map.name !== 'map' || !used.has(name) || !map.parent) continue;
    context.maps.set(name, outerSource(map));
    map.parent.children = map.parent.children.filter((child) => child !== map);
  }
}

function refuseOther(root: HtmlElement): void {
  if (findElement(root, 'mjml')) {
    throw new ImportRefusal('not_that_format', 'This is MJML, not HTML; import it with the format "mjml".');
  }
  if (!walkElements(root).next().value) {
    throw new ImportRefusal('not_that_format', 'This is not HTML: there is no element in it.');
  }
}

function titleOf(root: HtmlElement): string | undefined {
  const title = findElement(root, 'title');
  const text = title && plainTextOf(title);
  return text || undefined;
}

/** Pixels of margin that browsers give a page by default. */
const BODY_MARGIN = 8;
/** Most pixels of space around a mail; larger values are taken for mistakes. */
const MAX_BODY_ROOM = 100;

/** The space around the whole mail. Space at the sides shows only if the mail is as wide as the window. */
function bodyPadding(style: Declarations, isFullWidth: boolean): Sides {
  const padding = sidesOf(style, 'padding');
  const side = (name: keyof Sides) => {
    const margin = style.get(`margin-${name}`);
    const own = margin === undefined ? BODY_MARGIN : (readPixels(margin) ?? 0);
    return Math.min(own + padding[name], MAX_BODY_ROOM);
  };
  const beside = isFullWidth ? { left: side('left'), right: side('right') } : { left: 0, right: 0 };
  return { top: side('top'), bottom: side('bottom'), ...beside };
}

/** Pixels for a mail that is as wide as the window: the width of a common reading pane. */
const PANE_WIDTH = 700;

/** The width of the mail: that of the first box of a usual mail width. */
function findWidth(context: ImportContext, body: HtmlElement): number | undefined {
  for (const element of [body, ...walkElements(body)]) {
    if (!/^(?:body|table|div|td|center|main|section|article)$/.test(element.name)) continue;
    const style = context.styleOf(element);
    const width = readPixels(style.get('width')) ?? readPixels(style.get('max-width'));
    if (width !== undefined && width >= 400 && width <= 960) return Math.round(width);
  }
  return undefined;
}

/** The color of the element around the whole mail, for a body without one. */
function pageColor(context: ImportContext, body: HtmlElement): string | undefined {
  const shown = body.children.filter(
    (child) => (isText(child) && !isBlank(child)) || (isElement(child) && !isUnseen(context, child)),
  );
  const [only] = shown;
  const isAround = shown.length === 1 && isElement(only) && /^(?:table|div|center)$/.test(only.name);
  const style = isAround ? context.styleOf(only) : undefined;
  const isWide = !readPixels(style?.get('width')) && !readPixels(style?.get('max-width'));
  return isWide ? readColor(style?.get('background-color')) : undefined;
}

/** Whether an element shows nothing. */
function isUnseen(context: ImportContext, element: HtmlElement): boolean {
  return (
    isInvisibleName(element.name) ||
    isHidden(context, element) ||
    (plainTextOf(element) === '' && !findElement(element, 'img'))
  );
}

/** Invisible characters that pad a preview text. */
const FILLERS = /\u034f|[\u00ad\u061c\u115f\u200b-\u200f\u2007\u2060-\u2064\ufeff]/g;

/** Removes and returns the hidden text at the beginning of a mail, which inboxes show after the subject. */
function takePreheader(context: ImportContext, body: HtmlElement): { text?: string; element?: HtmlElement } {
  const hidden = findHiddenText(context, body);
  if (hidden === 'seen' || hidden === undefined) return {};
  const parent = hidden.parent as HtmlElement;
  parent.children = parent.children.filter((child) => child !== hidden);
  const text = plainTextOf(hidden).replace(FILLERS, ' ').replace(/\s+/g, ' ').trim();
  return { element: hidden, ...(text && { text }) };
}

/** The first hidden element with text, or `seen` when visible content comes first. */
function findHiddenText(context: ImportContext, element: HtmlElement): HtmlElement | 'seen' | undefined {
  for (const child of element.children) {
    if (isText(child) && !isBlank(child)) return 'seen';
    if (!isElement(child) || isInvisibleName(child.name)) continue;
    if (isHidden(context, child)) {
      if (plainTextOf(child) !== '') return child;
      continue;
    }
    if (child.name === 'img') return 'seen';
    const found = findHiddenText(context, child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The color and font of most text of a mail, for the settings. */
function findMainTextStyle(context: ImportContext, body: HtmlElement, textStyle: TextStyle): TextStyle {
  const colors = new Map<string, number>();
  const fonts = new Map<string, number>();
  const visit = (element: HtmlElement, around: TextStyle): void => {
    for (const child of element.children) {
      if (isText(child)) {
        const length = outerSource(child).trim().length;
        if (length > 0) count(colors, around.color, length);
        if (length > 0) count(fonts, around.fontFamily, length);
      }
      if (!isElement(child) || isInvisibleName(child.name) || child.name === 'a') continue;
      visit(child, inheritTextStyle(around, context.styleOf(child)));
    }
  };
  visit(body, textStyle);
  const color = most(colors) ?? textStyle.color;
  const fontFamily = most(fonts) ?? textStyle.fontFamily;
  return { ...(color ? { color } : {}), ...(fontFamily ? { fontFamily } : {}) };
}

function count(counts: Map<string, number>, key: string | undefined, by: number): void {
  if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + by);
}

function most(counts: Map<string, number>): string | undefined {
  let best: string | undefined;
  for (const [key, times] of counts) if (best === undefined || times > (counts.get(best) ?? 0)) best = key;
  return best;
}

/** The settings of links from a rule for all links. */
export function linkSettingsOf(
  context: ImportContext,
  parent: HtmlElement,
): { linkColor?: string; linkUnderline?: boolean } {
  const link = makeElement('a', parent);
  const style = context.styleOf(link);
  const color = readColor(style.get('color'));
  const decoration = style.get('text-decoration');
  return {
    ...(color ? { linkColor: color } : {}),
    ...(decoration && /none/.test(decoration) ? { linkUnderline: false } : {}),
  };
}

/** Whether a link with text has no color of its own. */
export function hasPlainLink(context: ImportContext, body: HtmlElement): boolean {
  for (const element of walkElements(body)) {
    const isLink = element.name === 'a' && element.attribs.href !== undefined;
    if (isLink && !context.styleOf(element).has('color') && plainTextOf(element) !== '') return true;
  }
  return false;
}

/** Adds a note about comments for Outlook that html blocks do not contain. */
export function recordComments(context: ImportContext, root: HtmlElement): void {
  for (const comment of commentsBelow(root)) {
    if (context.keptComments.has(comment) || !isForOutlook(comment.data)) continue;
    note(context, 'Outlook-only content', 'Conditional comments were left out.', comment);
  }
}

/** Whether a comment is for Outlook, such as `[if mso]>…`. Comments that hide content from Outlook are empty. */
function isForOutlook(text: string): boolean {
  return (
    /^\s*\[if\b[^\]]*\](?:>|&gt;)?\s*\S/i.test(text) &&
    !/^\s*\[if\s*!\s*(?:mso|vml)[^\]]*\]>\s*(?:<!\s*)?$/i.test(text)
  );
}

function* commentsBelow(element: HtmlElement): Generator<HtmlComment, void, undefined> {
  for (const child of element.children) {
    if (isComment(child)) yield child;
    if (isElement(child)) yield* commentsBelow(child);
  }
}

import { childElements, findElement, type HtmlElement, innerSource, makeElement } from '../../parse/html.ts';
import { keepStructuredData } from '../blocks/block-html.ts';
import {
  type ImportedMail,
  ImportRefusal,
  type ImportSource,
  type MakeContext,
  parseMarkup,
  settingsOf,
} from '../context.ts';
import { readColor } from '../css/colors.ts';
import { collectSheets, makePhoneReader, makeStyleReader } from '../css/computed-style.ts';
import { readDirection, readFontFamily, type TextStyle } from '../css/text-style.ts';
import { readPixels } from '../css/values.ts';
import { languageOf } from '../html/language.ts';
import {
  DEFAULT_LINK_COLOR,
  hasPlainLink,
  linkSettingsOf,
  recordComments,
  takeMaps,
} from '../html/read-html.ts';
import { addNote, type Notes } from '../report.ts';
import { plainTextOf } from '../text.ts';
import { attributesOf, type MjmlContext, type MjmlDefaults } from './component.ts';
import { inlineIncludes } from './includes.ts';
import { wrapLooseText } from './loose-text.ts';
import { readRows } from './read-rows.ts';

/** Reads an MJML file. */
export function readMjml(source: ImportSource, makeContext: MakeContext): ImportedMail {
  const root = parseMarkup({ text: source.text });
  // MJML 3 has a container in the place of the body, and examples leave the outer element out.
  const bare = findElement(root, 'mj-body') ?? findElement(root, 'mj-container');
  const mjml = findElement(root, 'mjml') ?? (bare && root);
  if (!mjml)
    throw new ImportRefusal('not_that_format', 'This is not MJML: there is no <mjml> element in it.');
  // Notes are shared. The context needs the style sheets, which may come from included files.
  const { notes } = makeContext(makeStyleReader([]));
  inlineIncludes(mjml, source, notes);
  const head = readHead(findElement(mjml, 'mj-head'), notes);
  const body = findElement(mjml, 'mj-container') ?? findElement(mjml, 'mj-body');
  const sheets = [...head.sheets, ...(body ? collectSheets(body) : [])].map(asOfComponents);
  const context: MjmlContext = {
    ...makeContext(makeStyleReader(sheets), makePhoneReader(sheets)),
    defaults: head.defaults,
  };
  if (!body)
    throw new ImportRefusal('not_that_format', 'This MJML has no <mj-body>: there is no mail in it.');
  const read = attributesOf(context.defaults, body);
  context.width = Math.min(Math.max(readPixels(read('width')) ?? 600, 100), 2000);
  context.base = baseTextStyle(context, body);
  wrapLooseText(context, body);
  takeMaps(context, body);
  const blocks = [...readRows(context, body), ...keepStructuredData(context, findElement(mjml, 'mj-head'))];
  recordComments(context, body);
  return {
    blocks,
    settings: settingsOf(context, {
      backgroundColor: readColor(read('background-color')),
      ...(hasPlainLink(context, body) ? { linkColor: DEFAULT_LINK_COLOR } : {}),
      ...linkSettingsOf(context, body),
      preheaderText: head.preview,
      locale: mjml.attribs.lang?.trim() || languageOf(body),
      direction: readDirection(mjml.attribs.dir),
    }),
    ...(head.title ? { title: head.title } : {}),
    parts: [body],
  };
}

/** Rules on the `div` that MJML puts into the cell of a component are rules on the component. */
function asOfComponents(sheet: string): string {
  return sheet.replace(/(?<=[\w\])])(?:\s{0,20}>\s{0,20}|\s{1,20})div\b(?=\s{0,20}[,{])/gi, '');
}

/** The text style of mj-text without attributes, for the settings. */
function baseTextStyle(context: MjmlContext, body: HtmlElement): TextStyle {
  const read = attributesOf(context.defaults, makeElement('mj-text', body));
  const color = readColor(read('color'));
  const fontFamily = readFontFamily(read('font-family'));
  return { ...(color ? { color } : {}), ...(fontFamily ? { fontFamily } : {}) };
}

/** The head of an MJML file. */
interface MjmlHead {
  defaults: MjmlDefaults;
  sheets: string[];
  preview?: string;
  title?: string;
}

interface CollectedDefaults {
  all: Map<string, string>;
  byName: Map<string, Map<string, string>>;
  byClass: Map<string, Map<string, string>>;
}

/** Reads the head. Later defaults overrule earlier ones, as they do in MJML. */
function readHead(head: HtmlElement | undefined, notes: Notes): MjmlHead {
  const defaults: CollectedDefaults = { all: new Map(), byName: new Map(), byClass: new Map() };
  const read: MjmlHead = { defaults, sheets: [] };
  for (const element of head ? childElements(head) : []) readHeadElement(element, read, defaults, notes);
  return read;
}

function readHeadElement(
  element: HtmlElement,
  read: MjmlHead,
  defaults: CollectedDefaults,
  notes: Notes,
): void {
  switch (element.name) {
    case 'mj-attributes':
      for (const entry of childElements(element)) addDefaults(entry, defaults);
      break;
    case 'mj-preview':
      read.preview = plainTextOf(element);
      break;
    case 'mj-title':
      read.title = plainTextOf(element);
      break;
    case 'mj-style':
      read.sheets.push(innerSource(element));
      addNote(
        notes,
        'mj-style',
        'Rules on text and links were written into the blocks; the others were left out.',
        element,
      );
      break;
    case 'mj-font': {
      const what = `mj-font ${element.attribs.name ?? ''}`.trim();
      addNote(notes, what, 'Blocks name the font; give it as a custom font when exporting.', element);
      break;
    }
    case 'mj-breakpoint':
      addNote(
        notes,
        'mj-breakpoint',
        'The width at which columns stack is the same for all templates.',
        element,
      );
      break;
    default:
      addNote(notes, element.name, 'It has no place in a template and was left out.', element);
  }
}

function addDefaults(entry: HtmlElement, defaults: CollectedDefaults): void {
  const { name } = entry;
  if (name === 'mj-all') {
    merge(defaults.all, entry);
    return;
  }
  const lists = name === 'mj-class' ? defaults.byClass : defaults.byName;
  const key = name === 'mj-class' ? (entry.attribs.name ?? '') : name;
  const known = lists.get(key) ?? new Map<string, string>();
  lists.set(key, known);
  merge(known, entry);
}

function merge(into: Map<string, string>, entry: HtmlElement): void {
  for (const [key, value] of Object.entries(entry.attribs)) {
    if (!(entry.name === 'mj-class' && key === 'name')) into.set(key, value);
  }
}

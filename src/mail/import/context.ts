import type { LeafBlock, MakeId, SectionBlock, TemplateSettings } from '../model/index.ts';
import {
  type HtmlElement,
  type HtmlNode,
  isComment,
  isElement,
  MAX_DEPTH,
  MAX_NODES,
  parseHtml,
  type SourceText,
} from '../parse/html.ts';
import { maskMergeTags } from '../parse/mask-merge-tags.ts';
import { bareLogic } from './bare-logic.ts';
import type { StyleReader } from './css/computed-style.ts';
import type { TextStyle } from './css/text-style.ts';
import type { PictureSize } from './formats.ts';
import { addNote, type NoteLocation, type Notes } from './report.ts';

/** Why an import was refused. */
export type RefusalReason = 'not_that_format' | 'too_large' | 'too_deep';

/** Stops an import; the message is for the caller. */
export class ImportRefusal extends Error {
  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
  }
}

/** Most characters of a source, including included files. */
export const MAX_SOURCE_LENGTH = 4 * 1024 * 1024;

/** Most characters of a source, including its embedded pictures. */
export const MAX_PICTURED_LENGTH = 32 * 1024 * 1024;

/** Refuses deep nesting, because the import walks trees recursively. */
export function refuseDepth(): never {
  throw new ImportRefusal(
    'too_deep',
    `Elements are nested more than ${MAX_DEPTH} deep, which cannot be imported.`,
  );
}

/** State shared by the parts of one import. */
export interface ImportContext {
  makeId: MakeId;
  notes: Notes;
  styleOf: StyleReader;
  /** The text style that the settings give to the whole mail. */
  base: TextStyle;
  /** Width of the mail in pixels. */
  width: number;
  /** HTML of the maps of pictures, by name. */
  maps: Map<string, string>;
  /** Comments that html blocks contain. */
  keptComments: Set<HtmlNode>;
  /** Sizes of pictures by address, as far as they are known. */
  pictureSizes: ReadonlyMap<string, PictureSize>;
  /** Addresses of pictures without a width whose size is not known. */
  unsized: Set<string>;
  /** Whether browsers read the source in quirks mode: it has no doctype or an old one. */
  isQuirks: boolean;
  /** Whether a picture has a gap below it, for the descenders of its line: in standards mode. */
  hasLineGaps: boolean;
  /** The declarations of an element in rules for phones. */
  phoneStyleOf: StyleReader;
}

/** Makes the context of a mail from readers of its styles, on all screens and on phones. */
export type MakeContext = (styleOf: StyleReader, phoneStyleOf?: StyleReader) => ImportContext;

/** Adds a note to the report. */
export function note(context: ImportContext, what: string, why: string, location?: NoteLocation): void {
  addNote(context.notes, what, why, location);
}

/** Adds a note about an element that is left out with all that is in it. */
export function recordRemoval(context: ImportContext, what: string, why: string, element: HtmlElement): void {
  note(context, what, why, element);
  context.notes.leftOut.add(element);
}

/** The font of a block; left out when it is that of the mail. */
export function ownFont({ base }: ImportContext, fontFamily: string | undefined): { fontFamily?: string } {
  return fontFamily && fontFamily !== base.fontFamily ? { fontFamily } : {};
}

/** The settings of a mail in its source, except width, text color and font. */
interface SourceSettings {
  backgroundColor: string | undefined;
  linkColor?: string | undefined;
  linkUnderline?: boolean | undefined;
  preheaderText: string | undefined;
  locale?: string | undefined;
  direction?: 'ltr' | 'rtl' | undefined;
}

/** The settings of a mail. Settings that its source lacks are left out; the background is white by default. */
export function settingsOf({ width, base }: ImportContext, found: SourceSettings): ImportedMail['settings'] {
  const { backgroundColor = '#ffffff', linkColor, linkUnderline, preheaderText, locale, direction } = found;
  return {
    width,
    backgroundColor,
    ...(base.color ? { textColor: base.color } : {}),
    ...(base.fontFamily ? { fontFamily: base.fontFamily } : {}),
    ...(linkColor ? { linkColor } : {}),
    ...(linkUnderline === undefined ? {} : { linkUnderline }),
    ...(preheaderText ? { preheaderText } : {}),
    ...(locale ? { locale } : {}),
    ...(direction ? { direction } : {}),
  };
}

/** Marks the comments in these nodes as kept. */
export function recordKept(context: ImportContext, nodes: readonly HtmlNode[]): void {
  for (const node of nodes) {
    if (isComment(node)) context.keptComments.add(node);
    if (isElement(node)) recordKept(context, node.children);
  }
}

/** A source: its text and the files it may include. */
export interface ImportSource {
  text: string;
  includes: Readonly<Record<string, string>>;
}

/** The content of a source. Blocks have ids; settings are missing where the source has none. */
export interface ImportedMail {
  blocks: (SectionBlock | LeafBlock)[];
  settings: Partial<TemplateSettings>;
  /** The name or subject in the source. */
  title?: string;
  /** The elements of HTML or MJML that hold the mail. */
  parts?: HtmlElement[];
}

/**
 * Reads HTML or MJML into a DOM. Merge tags in it stay as they are.
 * @throws ImportRefusal when elements are nested too deeply or are too many
 */
export function parseMarkup(written: SourceText): HtmlElement {
  const source = { ...written, text: bareLogic(written.text) };
  const { text, unmask } = maskMergeTags(source.text);
  return parseHtml(source, { unmask, recognizeSelfClosing: true, refuseDepth, refuseCount }, text);
}

function refuseCount(): never {
  throw new ImportRefusal('too_large', `The source has more than ${MAX_NODES} elements; split it.`);
}

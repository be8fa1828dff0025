import type { LeafBlock, MakeId, SectionBlock, TemplateSettings } from '../model/index.ts';
import {
  type HtmlElement,
  type HtmlNode,
  isComment,
  isElement,
  MAX_NODES,
  parseHtml,
  type SourceText,
} from '../parse/html.ts';
import { maskMergeTags } from '../parse/mask-merge-tags.ts';
import type { StyleReader } from './css/computed-style.ts';
import type { TextStyle } from './css/text-style.ts';
import { addNote, type NotePlace, type Notes } from './report.ts';

/** Why an import was refused. */
export type RefusalReason = 'not_that_format' | 'too_large' | 'too_deep';

/** Stops an import that cannot succeed; the message is written for the one who asked for it. */
export class ImportRefusal extends Error {
  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
  }
}

/** Most characters a source may have, its included files counted in. */
export const MAX_SOURCE_LENGTH = 4 * 1024 * 1024;

/** How deep elements or JSON may be nested. The deepest mails seen in the wild stay below a third of it. */
export const MAX_DEPTH = 256;

/** Refuses nesting that no mail has: everything behind it walks trees recursively. */
export function refuseDepth(): never {
  throw new ImportRefusal(
    'too_deep',
    `Elements are nested more than ${MAX_DEPTH} deep; this is no mail that can be imported.`,
  );
}

/** What the parts of one import share. */
export interface ImportContext {
  makeId: MakeId;
  notes: Notes;
  styleOf: StyleReader;
  /** The style of text that the settings give to the whole mail. */
  base: TextStyle;
  /** Width of the mail in pixels. */
  width: number;
  /** Comments that went into html blocks with what is around them. */
  keptComments: Set<HtmlNode>;
}

/** Notes what became of something. */
export function note(context: ImportContext, what: string, why: string, place?: NotePlace): void {
  addNote(context.notes, what, why, place);
}

/** Remembers that these nodes are kept as they are, their comments included. */
export function noteKept(context: ImportContext, nodes: readonly HtmlNode[]): void {
  for (const node of nodes) {
    if (isComment(node)) context.keptComments.add(node);
    if (isElement(node)) noteKept(context, node.children);
  }
}

/** What a reader is given: the text of a source and of the files it may include. */
export interface ImportSource {
  text: string;
  includes: Readonly<Record<string, string>>;
}

/** What a reader makes of a source. Ids are there, settings may be left out where the source says nothing. */
export interface ImportedMail {
  blocks: (SectionBlock | LeafBlock)[];
  settings: Partial<TemplateSettings>;
  /** The name or subject the source gives itself. */
  title?: string;
}

/**
 * Reads HTML or MJML into a DOM. Merge tags in it stay as they are.
 * @throws ImportRefusal when elements are nested too deeply or are too many
 */
export function parseMarkup(source: SourceText): HtmlElement {
  const { text, unmask } = maskMergeTags(source.text);
  return parseHtml(source, { unmask, recognizeSelfClosing: true, refuseDepth, refuseCount }, text);
}

function refuseCount(): never {
  throw new ImportRefusal('too_large', `The source has more than ${MAX_NODES} elements; split it.`);
}

import type { MakeId } from '../model/index.ts';
import { withoutMergeTags } from '../parse/merge-tags.ts';
import { completeAddresses } from './addresses.ts';
import { anchorTexts } from './anchors.ts';
import {
  type ImportContext,
  type ImportedMail,
  ImportRefusal,
  type ImportSource,
  MAX_SOURCE_LENGTH,
  type RefusalReason,
} from './context.ts';
import type { StyleReader } from './css/computed-style.ts';
import type { Declarations } from './css/values.ts';
import { readDesign } from './designs/read-design.ts';
import { unwrapStripoButtons } from './designs/stripo.ts';
import { type ImportInput, isDesignFormat } from './formats.ts';
import { readHtml } from './html/read-html.ts';
import { readMjml } from './mjml/read-mjml.ts';
import { recordLosses } from './record-losses.ts';
import { type ImportReport, listNotes, makeNotes, type Notes } from './report.ts';

/**
 * The result: a content for parseContent to check, or the reason for refusing.
 * `unsized`: pictures that the source gives no width; an import that knows their sizes keeps them.
 */
export type ImportedContent =
  | { ok: true; content: unknown; report: ImportReport; title?: string; unsized: string[] }
  | { ok: false; reason: RefusalReason; message: string };

/**
 * Turns the source of a mail into blocks. Fetches and executes nothing. Parts without a block type become html blocks;
 * the report lists what was changed or lost. The same source gives the same content.
 */
export function importContent(input: ImportInput, { makeId }: { makeId: MakeId }): ImportedContent {
  try {
    const notes = makeNotes();
    const unsized = new Set<string>();
    const { blocks: drafts, settings, title, parts = [] } = readMail(input, makeId, notes, unsized);
    const blocks = drafts.map(boundPadding);
    if (parts.length > 0) recordLosses(notes, parts, { blocks, settings, title });
    refuseEmpty(blocks, notes);
    const report: ImportReport = { kept: countAll(blocks), notes: listNotes(notes) };
    const subject = title === undefined ? undefined : subjectIn(title, settings.preheaderText);
    const found = { blocks, settings: { ...settings, ...(subject !== undefined && { subject }) } };
    const content = input.base === undefined ? found : completeAddresses(found, input.base);
    return { ok: true, content, report, unsized: [...unsized], ...(title ? { title } : {}) };
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    return { ok: false, reason: error.reason, message: error.message };
  }
}

/** An empty template would look like a success. */
function refuseEmpty(blocks: ImportedMail['blocks'], notes: Notes): void {
  const [reason] = listNotes(notes);
  if (blocks.length > 0 || reason === undefined) return;
  throw new ImportRefusal(
    'not_that_format',
    `There is nothing in it that a mail shows. ${reason.what}: ${reason.why}`,
  );
}

/** The block, and those in it, without negative padding: line heights are matched by taking some off. */
function boundPadding<B extends ImportedMail['blocks'][number]>(block: B): B {
  const { top, right, bottom, left } = block.styles.padding;
  const bound = (side: number) => Math.max(0, Math.round(side * 100) / 100);
  const padding = { top: bound(top), right: bound(right), bottom: bound(bottom), left: bound(left) };
  const inside =
    block.type === 'section' ? { children: block.children.map((list) => list.map(boundPadding)) } : {};
  return { ...block, ...inside, styles: { ...block.styles, padding } };
}

/** Titles that editors write by themselves, ours included. */
const DEFAULT_TITLE =
  /^(?:e-?mail|untitled|untitled (?:document|template|email)|document|title|new (?:email|message|template))$/i;

/** The subject that a title is: none if a sending service fills it in, or if an editor has written it. */
function subjectIn(title: string, preheader: string | undefined): string | undefined {
  const line = title.replace(/\s+/g, ' ').trim();
  const isDefault = DEFAULT_TITLE.test(line) || line === preheader?.trim();
  return isDefault || withoutMergeTags(line).trim() === '' ? undefined : line;
}

const NO_DECLARATIONS: Declarations = new Map();

function readMail(input: ImportInput, makeId: MakeId, notes: Notes, unsized: Set<string>): ImportedMail {
  const { format, body, includes = {}, pictureSizes = {} } = input;
  const makeContext = (
    styleOf: StyleReader,
    phoneStyleOf: StyleReader = () => NO_DECLARATIONS,
  ): ImportContext => {
    const keptComments: ImportContext['keptComments'] = new Set();
    const sizes = new Map(Object.entries(pictureSizes));
    return {
      makeId,
      notes,
      styleOf,
      phoneStyleOf,
      base: {},
      width: 600,
      keptComments,
      maps: new Map(),
      pictureSizes: sizes,
      unsized,
      isQuirks: false,
      hasLineGaps: false,
    };
  };
  if (isDesignFormat(format)) return readDesign(format, body, makeContext, notes);
  const read = readSource(body, includes, format === 'mjml' ? 'MJML' : 'HTML');
  const source = { ...read, text: anchorTexts(read.text, notes) };
  if (format === 'mjml') return readMjml(source, makeContext);
  return readHtml({ ...source, text: unwrapStripoButtons(source.text) }, makeContext);
}

function readSource(body: unknown, includes: ImportSource['includes'], name: string): ImportSource {
  if (typeof body !== 'string') {
    throw new ImportRefusal('not_that_format', `The source of an import from ${name} must be a string.`);
  }
  const length = Object.values(includes).reduce((sum, text) => sum + text.length, body.length);
  refuseLength(length);
  return { text: body.replace(/^\ufeff/, ''), includes };
}

function refuseLength(length: number): void {
  if (length <= MAX_SOURCE_LENGTH) return;
  throw new ImportRefusal(
    'too_large',
    'The source is larger than the limit of 4 MB. Check that it is a mail.',
  );
}

function countAll(blocks: ImportedMail['blocks']): number {
  return blocks.reduce((sum, block) => {
    return (
      sum + 1 + (block.type === 'section' ? block.children.reduce((all, list) => all + list.length, 0) : 0)
    );
  }, 0);
}

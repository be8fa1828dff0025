import { readBeefree } from '../beefree/read-beefree.ts';
import { type ImportedMail, ImportRefusal, type MakeContext } from '../context.ts';
import { type Fields, fieldAt, listOf, parseDesign } from '../design.ts';
import { DESIGN_EDITORS, type DesignFormat } from '../formats.ts';
import { readHtml } from '../html/read-html.ts';
import { readMjml } from '../mjml/read-mjml.ts';
import type { Notes } from '../report.ts';
import { readUnlayer } from '../unlayer/read-unlayer.ts';
import { chamaileonToHtml } from './chamaileon.ts';
import { easyEmailToMjml } from './easy-email.ts';
import { emailBuilderToHtml } from './email-builder.ts';
import { grapesToMarkup } from './grapesjs.ts';
import { readStripo } from './stripo.ts';

/** Reads the design of an editor. Designs of some editors are written as HTML or MJML, which is read then. */
export function readDesign(
  format: DesignFormat,
  body: unknown,
  makeContext: MakeContext,
  notes: Notes,
): ImportedMail {
  if (format === 'stripo') return readStripo(body, makeContext);
  const design = parseDesign(body, format === 'design' ? 'an editor' : DESIGN_EDITORS[format]);
  const editor = format === 'design' ? findEditor(design) : format;
  switch (editor) {
    case 'beefree':
      return readBeefree(design, makeContext);
    case 'unlayer':
      return readUnlayer(design, makeContext);
    case 'stripo':
      return readStripo(design, makeContext);
    case 'chamaileon':
      return readMarkup({ format: 'html', text: chamaileonToHtml(design, notes) }, makeContext, notes);
    case 'email-builder':
      return readMarkup({ format: 'html', text: emailBuilderToHtml(design, notes) }, makeContext, notes);
    case 'easy-email':
      return readMarkup({ format: 'mjml', text: easyEmailToMjml(design, notes) }, makeContext, notes);
    case 'grapesjs':
      return readMarkup(grapesToMarkup(design), makeContext, notes);
  }
}

function readMarkup(
  { format, text }: { format: 'html' | 'mjml'; text: string },
  makeContext: MakeContext,
  notes: Notes,
): ImportedMail {
  const read = format === 'html' ? readHtml : readMjml;
  const { parts: _parts, ...mail } = read({ text, includes: {} }, makeContext);
  // Lines of the written markup mean nothing to people.
  for (const entry of notes.byText.values())
    entry.places = entry.places.filter((place) => typeof place === 'string');
  return mail;
}

function findEditor(design: Fields): keyof typeof DESIGN_EDITORS {
  const holds = (...path: string[]) => Array.isArray(fieldAt(design, ...path));
  const page = fieldAt(listOf(design.pages)[0], 'frames');
  if (holds('page', 'rows') || holds('rows')) return 'beefree';
  if (holds('body', 'rows') || holds('design', 'body', 'rows')) return 'unlayer';
  if (holds('body', 'children') || holds('document', 'body', 'children')) return 'chamaileon';
  if (fieldAt(design, 'root', 'type') === 'EmailLayout') return 'email-builder';
  if (fieldAt(design, 'type') === 'page' || design.content !== undefined) return 'easy-email';
  if (page !== undefined || design.components !== undefined || design['gjs-components'] !== undefined)
    return 'grapesjs';
  if (typeof design.html === 'string') return 'stripo';
  throw new ImportRefusal(
    'not_that_format',
    `This is no design of an editor that can be imported: ${Object.values(DESIGN_EDITORS).join(', ')}.`,
  );
}

import { readColor } from '../css/colors.ts';
import { readPixels } from '../css/lengths.ts';
import { type Look, readFontFamily } from '../css/look.ts';
import { makeStyleReader, type StyleReader } from '../css/style-reader.ts';
import type { Draft, ImportSource } from '../draft.ts';
import { linkLook } from '../html/link-look.ts';
import { noteComments } from '../html/note-comments.ts';
import type { ImportRun } from '../import-run.ts';
import { type ElementNode, findElement } from '../markup/node.ts';
import { parseMarkup } from '../markup/parse-markup.ts';
import { ImportRefusal } from '../refusal.ts';
import { attributesOf } from './attributes.ts';
import { readHead } from './head.ts';
import { inlineIncludes } from './includes.ts';
import type { MjmlRun } from './mjml-run.ts';
import { readRows } from './read-rows.ts';

/** Reads an MJML file. */
export function readMjml(source: ImportSource, makeRun: (styleOf: StyleReader) => ImportRun): Draft {
  const root = parseMarkup({ text: source.text });
  const mjml = findElement(root, 'mjml');
  if (!mjml)
    throw new ImportRefusal('not_that_format', 'This is not MJML: there is no <mjml> element in it.');
  // All runs share the notes; the run itself needs the style sheets, which may come from included files.
  const { notes } = makeRun(makeStyleReader([]));
  inlineIncludes(mjml, source, notes);
  const head = readHead(findElement(mjml, 'mj-head'), notes);
  const run: MjmlRun = { ...makeRun(makeStyleReader(head.sheets)), defaults: head.defaults };
  const body = findElement(mjml, 'mj-body');
  if (!body)
    throw new ImportRefusal('not_that_format', 'This MJML has no <mj-body>: there is no mail in it.');
  const read = attributesOf(run.defaults, body);
  run.width = Math.min(Math.max(readPixels(read('width')) ?? 600, 100), 2000);
  run.base = baseLook(run, body);
  const blocks = readRows(run, body);
  noteComments(run, body);
  const locale = mjml.attributes.get('lang')?.trim();
  return {
    blocks,
    settings: {
      width: run.width,
      backgroundColor: readColor(read('background-color')) ?? '#ffffff',
      ...(run.base.color ? { textColor: run.base.color } : {}),
      ...(run.base.fontFamily ? { fontFamily: run.base.fontFamily } : {}),
      ...linkLook(run, body),
      ...(head.preview ? { preheaderText: head.preview } : {}),
      ...(locale ? { locale } : {}),
    },
    ...(head.title ? { title: head.title } : {}),
  };
}

/** The look mj-text has without attributes of its own: the settings say it once for all. */
function baseLook(run: MjmlRun, body: ElementNode): Look {
  const sample: ElementNode = { ...body, name: 'mj-text', attributes: new Map(), children: [] };
  const read = attributesOf(run.defaults, sample);
  const color = readColor(read('color'));
  const fontFamily = readFontFamily(read('font-family'));
  return { ...(color ? { color } : {}), ...(fontFamily ? { fontFamily } : {}) };
}

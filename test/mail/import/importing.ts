import { expect } from 'bun:test';
import { type ImportInput, type ImportReport, importContent } from '../../../src/mail/import/index.ts';
import { parseContent, type TemplateContent, walkBlocks } from '../../../src/mail/model/index.ts';
import { countingIds } from '../model/reading.ts';
import { wordsOf } from './visible-words.ts';

/** The result of importing a valid source, as the service would store it. */
interface Imported {
  content: TemplateContent;
  report: ImportReport;
  title: string | undefined;
}

/** Imports a valid source, and reads the result as the service does. */
export function importAll(input: ImportInput): Imported {
  const imported = importContent(input, { makeId: countingIds() });
  if (!imported.ok) throw new Error(`refused: ${imported.message}`);
  const parsed = parseContent(imported.content, { makeId: countingIds(), unknownBlockTypes: 'refuse' });
  if (!parsed.ok) throw new Error(`invalid: ${JSON.stringify(parsed.faults)}`);
  return { content: parsed.content, report: imported.report, title: imported.title };
}

/** Imports a mail of 600 pixels on a gray page, with these cells. */
export const importCell = (cell: string, { head = '', more = {} } = {}): Imported =>
  importAll({
    format: 'html',
    body: `<!doctype html><html><head>${head}</head><body style="margin:0;background:#eeeeee"><table width="600" align="center" cellpadding="0" cellspacing="0"><tr>${cell}</tr></table></body></html>`,
    ...more,
  });

/** The message of refusing an invalid source. */
export function refusalOf(input: ImportInput): string {
  const imported = importContent(input, { makeId: countingIds() });
  if (imported.ok) throw new Error('accepted, though it should be refused');
  expect(imported.message).toMatch(/\.$/);
  return `${imported.reason}: ${imported.message}`;
}

/** Imports the content of an MJML body. */
export function importMjml(body: string, head = ''): Imported {
  const source = `<mjml><mj-head>${head}</mj-head><mj-body>${body}</mj-body></mjml>`;
  return importAll({ format: 'mjml', body: source });
}

/** The blocks of a content without sections, ids and styles, each with its type. */
export function leavesOf(content: TemplateContent): Record<string, unknown>[] {
  return [...walkBlocks(content)]
    .filter(({ block }) => block.type !== 'section')
    .map(({ block }) =>
      JSON.parse(
        JSON.stringify(block, (key, value) => (key === 'id' || key === 'styles' ? undefined : value)),
      ),
    );
}

/** The parts of the source that the notes name. */
export function notesOf(report: ImportReport): string[] {
  return report.notes.map(({ what }) => what);
}

/** The visible words of the blocks. */
export function blockWords(content: TemplateContent): string[] {
  const texts = [...walkBlocks(content)].flatMap(({ block }): string[] => {
    if (block.type === 'title' || block.type === 'paragraph' || block.type === 'html') return [block.content];
    if (block.type === 'button') return [escapeText(block.text)];
    if (block.type === 'menu') return block.items.map((item) => escapeText(item.text));
    if (block.type === 'table') return block.rows.flatMap((row) => row.cells.map((cell) => cell.content));
    return [];
  });
  return texts.flatMap((text) => wordsOf(text));
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

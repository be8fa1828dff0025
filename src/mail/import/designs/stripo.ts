import { type ImportedMail, ImportRefusal, type MakeContext } from '../context.ts';
import { parseDesign, stringOf } from '../design.ts';
import { readHtml } from '../html/read-html.ts';

/**
 * Reads a mail of the Stripo editor: an HTML page, or what its plugin hands out, `{ html, css }`.
 * @throws ImportRefusal if it is neither
 */
export function readStripo(body: unknown, makeContext: MakeContext): ImportedMail {
  const isPage = typeof body === 'string' && !body.trimStart().startsWith('{');
  const { html, css } = isPage ? { html: body, css: undefined } : parseDesign(body, 'Stripo');
  if (typeof html !== 'string') {
    const message = 'This is no Stripo template: it needs "html", and "css" if it has one.';
    throw new ImportRefusal('not_that_format', message);
  }
  const style = stringOf(css);
  const text = unwrapStripoButtons(style ? `<style>${style}</style>${html}` : html);
  return readHtml({ text, includes: {} }, makeContext);
}

/** Makes blocks of the spans with the border of a button: as spans, they would make the button a part of a text. */
export function unwrapStripoButtons(html: string): string {
  if (!html.includes('es-button-border')) return html;
  return html.replace(/<span\b[^<>]*>/gi, (tag) => (tag.includes('es-button-border') ? '<div>' : tag));
}

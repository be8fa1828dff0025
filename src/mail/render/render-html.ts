import type { TemplateContent } from '../model/index.ts';
import { compileMjml } from './compile.ts';
import { renderMjml } from './document.ts';
import { applyData } from './liquid.ts';
import type { RenderOptions, Warning } from './options.ts';

/** A mail as HTML, the MJML it was made from, and what of its content is missing in it. */
export interface RenderedHtml {
  html: string;
  mjml: string;
  warnings: Warning[];
}

/** Renders a content to HTML. With `data`, merge tags in Liquid syntax are rendered in the HTML; the MJML keeps them. */
export async function renderHtml(content: TemplateContent, options: RenderOptions): Promise<RenderedHtml> {
  const { mjml, warnings } = renderMjml(content, options);
  // That all of ours is valid is for the tests to show, not for every mail anew.
  const html = await compileMjml(mjml, 'skip');
  if (options.data === undefined) return { html, mjml, warnings };
  const applied = applyData(html, options.data, 'html');
  if (applied.error === undefined) return { html: applied.text, mjml, warnings };
  const message = `The data was not applied: ${applied.error}`;
  return { html, mjml, warnings: [...warnings, { code: 'data_not_applied', message }] };
}

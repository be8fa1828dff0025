import type { TemplateContent } from '../model/index.ts';
import { chooseQuotes } from '../parse/escape.ts';
import { compileMjml } from './compile.ts';
import { renderMjml } from './document.ts';
import { applyData } from './fill.ts';
import type { RenderOptions, Warning } from './options.ts';

/** A mail as HTML and MJML, with warnings about content that is left out. */
interface RenderedHtml {
  html: string;
  mjml: string;
  warnings: Warning[];
}

/** Renders a content to HTML. With `data`, merge tags in Liquid syntax are rendered in the HTML; the MJML keeps them. */
export async function renderHtml(content: TemplateContent, options: RenderOptions): Promise<RenderedHtml> {
  const { draft, mjml, warnings } = renderMjml(content, options);
  // Tests check that our MJML is valid; checking every mail would be slow.
  const html = chooseQuotes(await compileMjml(draft, 'skip'));
  if (options.data === undefined) return { html, mjml, warnings };
  const applied = applyData(html, options.data, 'html');
  if (applied.error === undefined) return { html: applied.text, mjml, warnings };
  const message = `The data was not applied: ${applied.error}`;
  return { html, mjml, warnings: [...warnings, { code: 'data_not_applied', message }] };
}

import { renderToMjml } from '@templatical/renderer';
import mjml2html from 'mjml';
import type { TemplateContent } from '../../../src/mail/model/index.ts';

/** The HTML that the editor's own renderer makes of a content. */
export async function editorHtml(content: TemplateContent): Promise<string> {
  const options = { validationLevel: 'skip', fonts: {}, ignoreIncludes: true, keepComments: false } as const;
  const { html } = await mjml2html(await renderToMjml(content as never), options);
  return html;
}

/**
 * From content to mail: MJML, HTML and plain text. Pure: no files, no network, no clock; the same input gives the same
 * bytes.
 */
export { compileMjml } from './compile.ts';
export { renderMjml } from './document.ts';
export { CompiledMail, type FilledTexts, type MailTexts } from './fill.ts';
export type {
  CustomFont,
  RenderAssets,
  RenderOptions,
  Warning,
} from './options.ts';
export { renderHtml } from './render-html.ts';
export { type SafeMail, sanitizeMail } from './sanitize-mail.ts';
export { renderPlainText } from './text/plain-text.ts';

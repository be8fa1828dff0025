import {
  findWrongColors,
  type ReplacedValue,
  type TemplateContent,
  type WrongColor,
  walkBlocks,
  withKnownShapes,
} from '../model/index.ts';
import { chooseQuotes, cleanCharacters, element, escapeText } from '../parse/escape.ts';
import { shorten } from '../parse/shorten.ts';
import { renderHead } from './head.ts';
import type { RenderOptions, Warning } from './options.ts';
import { makePage } from './page.ts';
import { renderRows } from './rows.ts';
import { readHtmlAsLine } from './text/html-text.ts';

/** A mail as MJML, with warnings about content that is left out. */
interface RenderedMjml {
  /** For the compiler, which puts all values in double quotes: `chooseQuotes` finishes what it makes of it. */
  draft: string;
  mjml: string;
  warnings: Warning[];
}

/**
 * Renders a content to MJML. Takes any content that was parsed; merge tags stay as they are. The same input gives the
 * same bytes.
 */
export function renderMjml(stored: TemplateContent, options: RenderOptions): RenderedMjml {
  const { content, replaced } = withKnownShapes(stored);
  const page = makePage(content, options);
  const rows = renderRows(content.blocks, page);
  const head = renderHead(page, findTitle(content, options), options.customFonts ?? []);
  const preheader = renderPreheader(content.settings.preheaderText);
  const inside = [preheader, rows].filter((part) => part !== '').join('\n');
  const attributes = { 'background-color': page.background, 'css-class': 'mail', width: `${page.width}px` };
  const body = element('mj-body', attributes, `\n${inside}\n`);
  const draft = element('mjml', { lang: page.lang, dir: page.dir }, `\n${head}\n${body}\n`);
  const warnings = [
    ...page.warnings,
    ...replaced.map(warnOfShape),
    ...findWrongColors(content).map(warnOfColor),
  ];
  return { draft, mjml: chooseQuotes(draft), warnings };
}

function warnOfShape({ blockId, steps }: ReplacedValue): Warning {
  const message = `The value of "${steps.join('.')}" is of an unknown form: the nearest known value or the default is shown.`;
  return { code: 'unknown_value', message, ...(blockId !== undefined && { blockId }) };
}

function warnOfColor({ blockId, steps, value }: WrongColor): Warning {
  const message = `"${shorten(value, 40)}" in "${steps.join('.')}" is not a CSS color: the default color is shown.`;
  return { code: 'invalid_color', message, ...(blockId !== undefined && { blockId }) };
}

/** The title browsers and screen readers announce; a mail has to have one. */
function findTitle(content: TemplateContent, options: RenderOptions): string {
  for (const given of [content.settings.subject, options.title]) {
    const title = cleanCharacters(given ?? '').trim();
    if (title !== '') return title;
  }
  for (const { block } of walkBlocks(content)) {
    const heading = block.type === 'title' ? readHtmlAsLine(block.content) : '';
    if (heading !== '') return heading;
  }
  return cleanCharacters(content.settings.preheaderText ?? '').trim() || 'Email';
}

/** Inboxes show about this many characters after the subject. */
const SHOWN = 150;
/** Combining grapheme joiner, zero-width non-joiner, no-break space: invisible, and not taken for text of the mail. */
const PADDING = '\u034f\u200c\u00a0';

/**
 * The preview text, hidden in the mail itself. It sets no color: spam filters look for text in the color of its
 * background.
 */
function renderPreheader(text: string | undefined): string {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return '';
  const padding = PADDING.repeat(Math.max(SHOWN - trimmed.length, 10));
  const style = 'display:none;max-height:0;max-width:0;overflow:hidden;mso-hide:all';
  return `<mj-raw><div style="${style}">${escapeText(trimmed)}${padding}</div></mj-raw>`;
}

import { element, escapeAttribute } from '../parse/escape.ts';
import { DARK_LEFT_OUT, writeDarkStyle } from './dark.ts';
import { cleanFontName, cleanFontUrl } from './font.ts';
import type { CustomFont } from './options.ts';
import type { MailPage } from './page.ts';
import { writePhoneStyle } from './phone.ts';

/** Says that the mail takes care of dark mode, so that Apple Mail leaves its colors to the style sheet. */
const COLOR_SCHEME =
  '<mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>';

const HIDING = `@media only screen and (max-width:480px){.hide-mobile{display:none!important;max-height:0!important;overflow:hidden!important}}
@media only screen and (min-width:481px){.hide-desktop{display:none!important;max-height:0!important;overflow:hidden!important}}`;
const WIDE = `.wide td>a,.wide td>p{display:block!important;box-sizing:border-box;width:auto!important}
@media only screen and (max-width:480px){.wide>table{width:100%!important}.sized img{height:auto!important}}`;

/** The head of the mail. Rendered after the blocks, when their colors are known. */
export function renderHead(page: MailPage, title: string, fonts: readonly CustomFont[]): string {
  const dark = writeDarkStyle(page.dark);
  if (dark === undefined) page.warnings.push({ code: 'dark_mode_left_out', message: DARK_LEFT_OUT });
  const parts = [
    // Becomes the value of an attribute too.
    `<mj-title>${escapeAttribute(title)}</mj-title>`,
    ...writeFonts(fonts),
    // Phones are up to 480 px wide. The rules that hide blocks on phones and stack columns have the same limit.
    '<mj-breakpoint width="481px" />',
    COLOR_SCHEME,
    ...page.jsonLd.map((json) => `<mj-raw><script type="application/ld+json">${json}</script></mj-raw>`),
    writeDefaults(page),
    `<mj-style>\n:root{color-scheme:light dark;supported-color-schemes:light dark}\n${HIDING}\n${WIDE}${writePhoneStyle(page.phone)}\n${dark ?? ''}\n</mj-style>`,
  ];
  return `<mj-head>\n${parts.join('\n')}\n</mj-head>`;
}

function writeFonts(fonts: readonly CustomFont[]): string[] {
  return fonts.flatMap((font) => {
    const name = cleanFontName(font.name);
    const href = cleanFontUrl(font.url);
    return name === '' || href === undefined ? [] : [element('mj-font', { name, href })];
  });
}

/** Defaults that differ from those of MJML: 16 px text, a line height of 1.5, and no padding of sections. */
function writeDefaults(page: MailPage): string {
  const text = { color: page.textColor, 'font-size': '16px', 'line-height': '1.5' };
  const align = page.dir === 'rtl' ? 'right' : undefined;
  const defaults = [
    element('mj-all', { 'font-family': page.font }),
    element('mj-section', { padding: '0' }),
    element('mj-text', { ...text, align }),
    element('mj-table', { ...text, align }),
    element('mj-social', { 'border-radius': '0' }),
  ];
  return `<mj-attributes>\n${defaults.join('\n')}\n</mj-attributes>`;
}

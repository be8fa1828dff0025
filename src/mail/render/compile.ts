import mjml2html from 'mjml';
import { hasMergeTag } from '../parse/merge-tags.ts';
import { quickenCompiler } from './compiler-speed.ts';
import { separateFonts } from './web-fonts.ts';

quickenCompiler();

/** Made anew for each mail: the compiler writes into what it is given. */
function makeOptions(validationLevel: 'strict' | 'skip') {
  return {
    validationLevel,
    // By default it loads fonts from Google, and it reads files when it is told to.
    fonts: {},
    ignoreIncludes: true,
    keepComments: false,
  };
}

/**
 * Compiles MJML to the HTML of a mail and puts right what the compiler leaves: direction of columns, empty alt
 * attributes, white space. The same input gives the same bytes.
 * @param validationLevel `skip` for MJML that is known to be valid: a seventh of the work
 * @throws when the MJML is checked and not valid, with all faults in the message
 */
export async function compileMjml(
  mjml: string,
  validationLevel: 'strict' | 'skip' = 'strict',
): Promise<string> {
  const fonts = separateFonts(mjml);
  const stands = standInForColors(fonts.mjml);
  const { html } = await mjml2html(stands.mjml, makeOptions(validationLevel));
  return stands.restore(finish(html.replace('</head>', () => `${fonts.tags}</head>`)));
}

function finish(html: string): string {
  return squeeze(
    html
      // Columns carry their direction, but their text is aligned to the left whatever it is.
      .replaceAll('text-align:left;direction:rtl;', 'text-align:right;direction:rtl;')
      .replaceAll(
        'text-align:left;display:inline-block;width:100%;direction:rtl;',
        'text-align:right;display:inline-block;width:100%;direction:rtl;',
      )
      // Outlook for Windows knows no media queries: it shows what is for phones unless told otherwise.
      .replace(/(class="hide-desktop[^"]*" style=")/g, '$1mso-hide:all;')
      // No valid value of this attribute; the style says the same.
      .replaceAll(' height="auto"', ''),
  );
}

/**
 * Takes away the white space the compiler indents with: nearly a third of a mail. Line by line, in linear time; line
 * breaks that count are entities by then.
 */
function squeeze(html: string): string {
  let squeezed = '';
  for (const untrimmed of html.split('\n')) {
    const line = untrimmed.trim();
    if (line === '') continue;
    if (squeezed === '' || isTagEnd(line)) squeezed += line;
    else squeezed += isAttribute(line) ? ` ${line}` : `\n${line}`;
  }
  return squeezed
    .replace(/<([a-z][a-z0-9]*) {2,}/g, '<$1 ')
    .replace(/(<t(?:able|d)\b[^<>]*?) class=""/g, '$1')
    .replace(/(<t(?:able|d)\b[^<>]*") >/g, '$1>')
    .concat('\n');
}

function isTagEnd(line: string): boolean {
  return line.startsWith('>') || line.startsWith('/>');
}

function isAttribute(line: string): boolean {
  return !line.startsWith('<') && /^[a-z-]+="/.test(line);
}

/**
 * The compiler insists on colors where a template may have merge tags: each stands in as a color that does not occur
 * in the mail, until the compiler is done.
 */
function standInForColors(mjml: string): { mjml: string; restore: (html: string) => string } {
  const tags: string[] = [];
  const salt = findSalt(mjml);
  const name = (index: number) => `rgba(${Math.floor(index / 256)}, ${index % 256}, ${salt}, 0.013)`;
  const replaced = mjml.replace(/((?:^|-|\s)color=")([^"]*)"/g, (attribute, start, value) =>
    hasMergeTag(value) ? `${start}${name(tags.push(value) - 1)}"` : attribute,
  );
  if (tags.length === 0) return { mjml, restore: (html) => html };
  const pattern = new RegExp(`rgba\\((\\d+), (\\d+), ${salt}, 0\\.013\\)`, 'g');
  return {
    mjml: replaced,
    restore: (html) =>
      html.replace(pattern, (_color, high, low) => tags[Number(high) * 256 + Number(low)] ?? ''),
  };
}

function findSalt(mjml: string): number {
  let salt = 1;
  while (salt < 255 && mjml.includes(`, ${salt}, 0.013)`)) salt += 1;
  return salt;
}

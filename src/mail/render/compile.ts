import mjml2html from 'mjml';
import { components } from 'mjml-core';
import { type AttributeType, initializeType, types } from 'mjml-core/lib/types/type.js';
import { hasMergeTag } from '../parse/merge-tags.ts';

speedUpCompiler();

/** A new object for each mail, because the compiler changes its options. */
function makeOptions(validationLevel: 'strict' | 'skip') {
  return {
    validationLevel,
    // Without these options, the compiler links fonts of Google and reads the files that `mj-include` names.
    fonts: {},
    ignoreIncludes: true,
    keepComments: false,
  };
}

/**
 * Compiles MJML to the HTML of a mail and corrects the output: direction of columns, attributes, white space. The same input gives the same bytes.
 * @param validationLevel `skip` for MJML that is known to be valid: a seventh of the work
 * @throws when the MJML is checked and not valid, with all faults in the message
 */
export async function compileMjml(
  mjml: string,
  validationLevel: 'strict' | 'skip' = 'strict',
): Promise<string> {
  const fonts = separateFonts(mjml);
  const colors = replaceColorTags(fonts.mjml);
  const { html } = await mjml2html(colors.mjml, makeOptions(validationLevel));
  return colors.restore(finish(html.replace('</head>', () => `${fonts.tags}</head>`)));
}

function finish(html: string): string {
  return removeIndentation(
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
 * Removes the indentation of the compiler, nearly a third of a mail. Works line by line, in linear time. Line breaks of
 * texts are entities by then.
 */
function removeIndentation(html: string): string {
  let compact = '';
  for (const untrimmed of html.split('\n')) {
    const line = untrimmed.trim();
    if (line === '') continue;
    if (compact === '' || isTagEnd(line)) compact += line;
    else compact += isAttribute(line) ? ` ${line}` : `\n${line}`;
  }
  return compact
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
 * The compiler requires valid colors. Replaces merge tags in color attributes by colors that do not occur in the mail;
 * `restore` puts them back.
 */
function replaceColorTags(mjml: string): { mjml: string; restore: (html: string) => string } {
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

/**
 * Makes the compiler faster without changing its output. It builds validation patterns for each attribute of each
 * element; the one for colors is compiled each time from 150 names. They are needed only when MJML is validated. Measured
 * for a mail of 40 KB, they take a fifth of the compiler's time.
 */
function speedUpCompiler(): void {
  const registered = Object.values(components);
  const configs = registered.flatMap(({ allowedAttributes = {} }) => Object.values(allowedAttributes));
  for (const config of new Set(configs)) types[config] = withLateMatchers(initializeType(config));
  // Read for each child of each element, and derived from the class's name each time without this.
  for (const component of registered) component.componentName ??= component.getTagName();
}

/** The same type of attribute, whose values get their patterns when these are first asked for. */
function withLateMatchers(Original: AttributeType): AttributeType {
  function Value(this: { value: unknown }, value: unknown) {
    this.value = value;
  }
  Value.prototype = Object.create(Original.prototype, {
    matchers: {
      get(this: { value: unknown }) {
        return new Original(this.value).matchers;
      },
    },
  });
  return Object.assign(Value, { errorMessage: Original.errorMessage }) as unknown as AttributeType;
}

/** A style sheet that declares a font, as MJML names it. */
interface WebFont {
  name: string;
  /** As it stands in an attribute. */
  href: string;
}

/** MJML without its fonts, and the tags that load those of them that are used. */
interface SeparatedFonts {
  mjml: string;
  tags: string;
}

/**
 * Takes the fonts out of MJML. The compiler would look for their names with a pattern that takes quadratic time, and
 * would write entities into style sheets, which have none.
 */
function separateFonts(mjml: string): SeparatedFonts {
  const fonts: WebFont[] = [];
  const rest = mjml.replace(/<mj-font\b([^<>]*)>\s*(?:<\/mj-font>)?/g, (_element, attributes) => {
    const name = /\sname="([^"]*)"/.exec(attributes)?.[1];
    const href = /\shref="([^"]*)"/.exec(attributes)?.[1];
    if (name && href) fonts.push({ name, href });
    return '';
  });
  const used = fonts.filter((font) => isUsed(font.name, rest));
  return { mjml: rest, tags: used.length === 0 ? '' : writeTags(used) };
}

/** In an attribute or an inline style; the names of a stack are within reach of its beginning. */
function isUsed(name: string, mjml: string): boolean {
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`font-family(?:="|:)[^"<>]{0,200}?${quoted}`, 'i').test(mjml);
}

/** Hides the fonts from Outlook for Windows, which shows Times New Roman for a font it cannot load. */
function writeTags(fonts: readonly WebFont[]): string {
  const links = fonts.map(({ href }) => `<link href="${href}" rel="stylesheet" type="text/css">`);
  const imports = fonts.map(({ href }) => `@import url(${href.replaceAll('&amp;', '&')});`);
  const lines = [
    '<!--[if !mso]><!-->',
    ...links,
    '<style type="text/css">',
    ...imports,
    '</style>',
    '<!--<![endif]-->',
  ];
  return `${lines.join('\n')}\n`;
}

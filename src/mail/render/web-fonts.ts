/** A style sheet that declares a font, as MJML names it. */
interface WebFont {
  name: string;
  /** As it stands in an attribute. */
  href: string;
}

/** MJML without its fonts, and the tags that load those of them that are used. */
export interface SeparatedFonts {
  mjml: string;
  tags: string;
}

/**
 * Takes the fonts out of MJML. The compiler would look for their names with a pattern that takes quadratic time, and
 * would write entities into style sheets, which have none.
 */
export function separateFonts(mjml: string): SeparatedFonts {
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

/** Outlook for Windows takes a font it cannot load for Times New Roman: it gets none. */
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

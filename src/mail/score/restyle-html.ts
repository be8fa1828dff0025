const STYLE_ATTRIBUTE = /(\sstyle\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi;

/** What becomes of a declaration: another value, undefined: it goes. */
export type RestyleDeclaration = (property: string, value: string) => string | undefined;

/**
 * HTML with the declarations of its style attributes changed; all else is as it was. Attributes that hold merge tags,
 * or text with quotes or parentheses that semicolons could stand in, are left alone.
 */
export function restyleHtml(html: string, restyle: RestyleDeclaration): string {
  return html.replace(STYLE_ATTRIBUTE, (attribute, start: string, double?: string, single?: string) => {
    const style = double ?? single ?? '';
    if (/[{%(]|\*\||&/.test(style)) return attribute;
    const changed = restyleDeclarations(style, restyle);
    if (changed === style) return attribute;
    if (changed === '') return '';
    return double === undefined ? `${start}'${changed}'` : `${start}"${changed}"`;
  });
}

function restyleDeclarations(style: string, restyle: RestyleDeclaration): string {
  let isChanged = false;
  const kept: string[] = [];
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).trim();
    const after = restyle(declaration.slice(0, colon).trim().toLowerCase(), value);
    if (after !== value) isChanged = true;
    if (after !== undefined)
      kept.push(after === value ? declaration.trim() : `${declaration.slice(0, colon).trim()}: ${after}`);
  }
  return isChanged ? kept.join('; ') : style;
}

import { isSafeImage } from './url.ts';

/** Declarations that run code, load style or leave the place of the block. */
const FORBIDDEN_PROPERTY = /^(?:behavior|-moz-binding|position|z-index|-webkit-user-modify)$/i;
const FORBIDDEN_VALUE = /expression\s*\(|javascript:|vbscript:|@import|<|\\/i;

/** The declarations of a style attribute, values unchecked. Semicolons in quotes and parentheses do not separate. */
export function splitStyle(style: string): [property: string, value: string][] {
  const declarations = style.match(/(?:[^;"'()]|"[^"]*"|'[^']*'|\([^()]*\)|["'()])+/g) ?? [];
  return declarations.flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':');
    if (colon < 0) return [];
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    return property === '' || value === '' ? [] : [[property, value]];
  });
}

/** The declarations that may stand in a mail. */
export function safeDeclarations(style: string): [property: string, value: string][] {
  return splitStyle(style.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')).filter(
    ([property, value]) =>
      !FORBIDDEN_PROPERTY.test(property) && !FORBIDDEN_VALUE.test(value) && hasSafeUrls(value),
  );
}

function hasSafeUrls(value: string): boolean {
  const urls = value.match(/url\s*\([^)]*\)?/gi) ?? [];
  return urls.every((url) => isSafeImage(url.replace(/^url\s*\(\s*["']?|["']?\s*\)?$/gi, '')));
}

export function writeStyle(declarations: readonly [property: string, value: string][]): string {
  return declarations.map(([property, value]) => `${property}:${value}`).join(';');
}

import fontStacks from './font-stacks.json';
import type { CustomFont } from './options.ts';

const GENERIC = /(?:^|,)\s*(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[a-z-]+)\s*$/i;

/** Stacks behind fonts that come with operating systems. */
const STACKS = new Map(Object.entries(fontStacks));

/** Turns the name of a font, as blocks and settings have it, into a stack that ends with a generic family. */
export type FontResolver = (family: string) => string;

/** A font name that can stand in CSS and markup. */
export function cleanFontName(name: string): string {
  return name.replace(/[^\p{L}\p{N} _-]/gu, '').trim();
}

/** A font stack without anything that could end the declaration or the attribute it stands in. */
function cleanStack(stack: string): string {
  return stack
    .replaceAll('"', "'")
    .replace(/[^\p{L}\p{N} _,'-]/gu, '')
    .trim();
}

export function makeFontResolver(fonts: readonly CustomFont[], defaultFallback?: string): FontResolver {
  const last = endWithGeneric(cleanStack(defaultFallback ?? '') || 'Arial, Helvetica, sans-serif');
  const custom = new Map(
    fonts.map(({ name, fallback }) => {
      const behind = fallback === undefined ? last : endWithGeneric(cleanStack(fallback) || last);
      return [cleanFontName(name).toLowerCase(), `'${cleanFontName(name)}', ${behind}`];
    }),
  );
  return (family) => {
    const name = cleanStack(family);
    const known = custom.get(cleanFontName(name).toLowerCase()) ?? STACKS.get(name.toLowerCase());
    if (known || name === '') return known ?? last;
    if (name.includes(',') || GENERIC.test(name)) return endWithGeneric(name);
    return `'${cleanFontName(name)}', ${last}`;
  };
}

function endWithGeneric(stack: string): string {
  const closed = (stack.match(/'/g)?.length ?? 0) % 2 === 0 ? stack : stack.replaceAll("'", '');
  return GENERIC.test(closed) ? closed : `${closed}, sans-serif`;
}

/** The URL of a style sheet with nothing that could leave `url()` or an attribute; undefined unless it is http(s). */
export function cleanFontUrl(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  return url.replace(
    /[\s"'()<>\\;]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

import parse, { type CssList, type CssNode, type ParseOptions } from 'css-tree/parser';
import { maskMergeTags } from './mask-merge-tags.ts';

/** A declaration of a style attribute or a rule. */
export interface CssDeclaration {
  /** In lower case. */
  property: string;
  /** Without `!important` and comments; merge tags as written. */
  value: string;
  isImportant: boolean;
}

/** A rule of a style sheet. */
export interface CssRule {
  /** Everything before the brace. */
  selectors: string;
  declarations: CssDeclaration[];
}

const OPTIONS: ParseOptions = {
  parseValue: false,
  parseRulePrelude: false,
  parseAtrulePrelude: false,
};

/** Longer styles are not read; real mails stay far below. */
const MAX_STYLE = 100_000;
const MAX_STYLE_SHEET = 500_000;

/** Styles with more errors are not read: the parser copies the whole text for each. */
const MAX_ERRORS = 200;

/** Styles with brackets nested deeper are not read, because the parser is recursive. */
const MAX_NESTING = 100;

/**
 * Reads the declarations of a style attribute in order. An invalid declaration is split at its colon and
 * semicolon, as mail clients do. Merge tags may stand anywhere.
 */
export function parseStyle(style: string): CssDeclaration[] {
  if (!isReadable(style)) return [];
  const { text, unmask } = maskMergeTags(style);
  const list = tryParse(text, { ...OPTIONS, context: 'declarationList' });
  return list === undefined ? [] : readDeclarations(list, unmask);
}

/**
 * Reads a style attribute as a mail client does before merge tags are rendered: `;` in a tag ends a declaration.
 * @returns undefined when the style is too long, too deep or too broken to be read
 */
export function parseUnrenderedStyle(style: string): CssDeclaration[] | undefined {
  if (!style.includes(':')) return [];
  if (!isReadable(style)) return undefined;
  const list = tryParse(style, { ...OPTIONS, context: 'declarationList' });
  return list === undefined ? undefined : readDeclarations(list, (piece) => piece);
}

/**
 * Changes declarations of a style attribute. Other declarations and merge tags stay as written.
 * @param change returns another value, the same to keep the declaration as it is, or undefined to remove it
 */
export function changeStyle(
  style: string,
  change: (declaration: CssDeclaration) => string | undefined,
): string {
  if (!isReadable(style)) return style;
  const { text, unmask } = maskMergeTags(style);
  const list = tryParse(text, { ...OPTIONS, context: 'declarationList', positions: true });
  if (list === undefined) return style;
  const kept: string[] = [];
  let isChanged = false;
  for (const node of list.children) {
    const written = style.slice(node.loc?.start.offset, node.loc?.end.offset).replace(/;$/, '').trim();
    const declaration = readNode(node, unmask);
    const value = declaration && change(declaration);
    if (value === declaration?.value) kept.push(written);
    else {
      isChanged = true;
      if (value !== undefined) kept.push(`${declaration?.property}: ${value}`);
    }
  }
  return isChanged ? kept.join('; ') : style;
}

/** Undefined when the text has too many errors. */
function tryParse(text: string, options: ParseOptions): CssList | undefined {
  let errors = 0;
  const onParseError = () => {
    errors += 1;
    if (errors > MAX_ERRORS) throw new Error('The style has too many errors.');
  };
  try {
    return parse(text, { ...options, onParseError });
  } catch (error) {
    if (errors > MAX_ERRORS) return undefined;
    throw error;
  }
}

function isReadable(style: string): boolean {
  return style.length <= MAX_STYLE && style.includes(':') && !isNestedTooDeep(style);
}

/** Reads the rules of a style sheet that hold on every screen: at-rules and nested rules are left out. */
export function parseStyleSheet(css: string): CssRule[] {
  if (!css.includes('{')) return [];
  const { nodes, unmask } = parseNodes(css);
  return readRules(nodes, unmask);
}

/** Width of a common phone in pixels. */
const PHONE_WIDTH = 400;

/** Reads the rules of a style sheet that hold on phones only: those in `@media` with a `max-width`. */
export function parsePhoneRules(css: string): CssRule[] {
  if (!css.includes('max-')) return [];
  const { nodes, unmask } = parseNodes(css);
  const ofMedia = nodes.filter((node) => node.type === 'Atrule' && node.name === 'media');
  return readRules(ofMedia, unmask, isForPhones);
}

/** Reads the rules of a style sheet in order, with those in `@media` whose query `holds`, and those in `@supports`. */
export function parseScreenRules(css: string, holds: (query: string) => boolean): CssRule[] {
  if (!css.includes('{')) return [];
  const { nodes, unmask } = parseNodes(css);
  return readRules(nodes, unmask, holds);
}

function isForPhones(query: string): boolean {
  const widths = [...query.matchAll(/\bmax-(?:device-)?width\s*:\s*(\d{1,4})/gi)];
  return widths.length > 0 && widths.every(([, width]) => Number(width) >= PHONE_WIDTH);
}

function parseNodes(css: string): { nodes: CssNode[]; unmask: (piece: string) => string } {
  const { text, unmask } = maskMergeTags(css);
  if (css.length > MAX_STYLE_SHEET || isNestedTooDeep(css)) return { nodes: [], unmask };
  return { nodes: [...(tryParse(text, OPTIONS)?.children ?? [])], unmask };
}

function readRules(
  nodes: readonly CssNode[],
  unmask: (piece: string) => string,
  holds?: (query: string) => boolean,
): CssRule[] {
  return nodes.flatMap((node) => {
    if (node.type === 'Atrule') {
      const query = node.prelude?.value ?? '';
      const isRead =
        node.name === 'media' ? holds?.(query) : node.name === 'supports' && !/^\s*not\b/i.test(query);
      return holds && isRead && node.block ? readRules([...node.block.children], unmask, holds) : [];
    }
    if (node.type !== 'Rule') return [];
    const declarations = readDeclarations(node.block, unmask);
    return [{ selectors: withoutComments(node.prelude.value), declarations }];
  });
}

function readDeclarations(list: CssList, unmask: (piece: string) => string): CssDeclaration[] {
  const found: CssDeclaration[] = [];
  for (const node of list.children) {
    const declaration = readNode(node, unmask);
    if (declaration) found.push(declaration);
  }
  return found;
}

function readNode(node: CssNode, unmask: (piece: string) => string): CssDeclaration | undefined {
  const read = readDeclaration(node);
  if (!read) return undefined;
  const property = unmask(withoutComments(read.property).trim().toLowerCase());
  const value = unmask(withoutComments(read.value).trim());
  return property === '' || value === '' ? undefined : { property, value, isImportant: read.isImportant };
}

function readDeclaration(node: CssNode): CssDeclaration | undefined {
  if (node.type === 'Declaration') {
    const mark = String(node.important).toLowerCase();
    const isValid = mark === 'false' || mark === 'true' || mark === 'important';
    return isValid
      ? { property: node.property, value: node.value.value, isImportant: mark !== 'false' }
      : undefined;
  }
  // The parser returns an invalid declaration as text, for instance after a merge tag.
  const colon = node.type === 'Raw' ? node.value.indexOf(':') : -1;
  if (node.type !== 'Raw' || colon < 0) return undefined;
  const written = node.value.slice(colon + 1).replace(/;$/, '');
  const value = written.replace(/!\s*important\s*$/i, '');
  return { property: node.value.slice(0, colon), value, isImportant: value !== written };
}

function withoutComments(css: string): string {
  return css.includes('/*') ? css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ') : css;
}

function isNestedTooDeep(css: string): boolean {
  let depth = 0;
  for (const [bracket] of css.matchAll(/[[({})\]]/g)) {
    depth += bracket === '(' || bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > MAX_NESTING) return true;
    if (depth < 0) depth = 0;
  }
  return false;
}

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

/** Longer texts are no styles of a mail and are not read. */
const MAX_STYLE = 100_000;
const MAX_STYLE_SHEET = 500_000;

/** Brackets nested deeper are no styles; the parser goes down into them. */
const MAX_NESTING = 100;

/**
 * Reads the declarations of a style attribute in order. What is no declaration by the rules of CSS is taken up to its
 * colon and semicolon, as mail clients do; merge tags may stand anywhere.
 */
export function parseStyle(style: string): CssDeclaration[] {
  if (style.length > MAX_STYLE || !style.includes(':') || isNestedTooDeep(style)) return [];
  const { text, unmask } = maskMergeTags(style);
  return readDeclarations(parse(text, { ...OPTIONS, context: 'declarationList' }), unmask);
}

/** Reads the rules of a style sheet that hold on every screen: at-rules and nested rules are left out. */
export function parseStyleSheet(css: string): CssRule[] {
  if (css.length > MAX_STYLE_SHEET || !css.includes('{') || isNestedTooDeep(css)) return [];
  const { text, unmask } = maskMergeTags(css);
  const rules: CssRule[] = [];
  for (const node of parse(text, OPTIONS).children) {
    if (node.type !== 'Rule') continue;
    const declarations = readDeclarations(node.block, unmask);
    rules.push({ selectors: withoutComments(node.prelude.value), declarations });
  }
  return rules;
}

function readDeclarations(list: CssList, unmask: (piece: string) => string): CssDeclaration[] {
  const found: CssDeclaration[] = [];
  for (const node of list.children) {
    const read = readDeclaration(node);
    if (!read) continue;
    const property = unmask(withoutComments(read.property).trim().toLowerCase());
    const value = unmask(withoutComments(read.value).trim());
    if (property !== '' && value !== '') found.push({ property, value, isImportant: read.isImportant });
  }
  return found;
}

function readDeclaration(node: CssNode): CssDeclaration | undefined {
  if (node.type === 'Declaration') {
    const mark = String(node.important).toLowerCase();
    const isValid = mark === 'false' || mark === 'true' || mark === 'important';
    return isValid
      ? { property: node.property, value: node.value.value, isImportant: mark !== 'false' }
      : undefined;
  }
  // What is no declaration by the rules of CSS, such as a merge tag before one.
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

import type { ElementNode } from '../markup/node.ts';
import { type Declarations, parseDeclarations } from './declarations.ts';

/** One selector of one rule: compound selectors from the outermost to the element itself. */
interface Rule {
  compounds: Compound[];
  specificity: number;
  declarations: Declarations;
}

interface Compound {
  name?: string;
  id?: string;
  classes: string[];
}

/** The rules of a mail that say how things look everywhere: no media queries, no states. */
export interface Stylesheet {
  /** Rules by the class, id or name of the element they are about; weaker ones first. */
  byKey: Map<string, Rule[]>;
}

const MAX_RULES = 3000;
/** The last ones about one class or element name: what is beyond them costs time and is overruled anyway. */
const MAX_RULES_PER_KEY = 40;
const COMPOUND = /^([a-z][a-z0-9-]*|\*)?((?:[.#][a-z_][\w-]*)*)$/i;

/** Reads style sheets in order. What is not a simple rule is left out: it says nothing an import could use. */
export function parseStylesheet(texts: readonly string[]): Stylesheet {
  const rules = texts.flatMap((text) => parseRules(text)).slice(0, MAX_RULES);
  const byKey = new Map<string, Rule[]>();
  for (const rule of rules) {
    const last = rule.compounds.at(-1) as Compound;
    const key = last.id ? `#${last.id}` : last.classes[0] ? `.${last.classes[0]}` : (last.name ?? '*');
    const list = byKey.get(key);
    if (list && list.push(rule) > MAX_RULES_PER_KEY) list.shift();
    if (!list) byKey.set(key, [rule]);
  }
  return { byKey };
}

function parseRules(text: string): Rule[] {
  const plain = dropAtRules(text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/<!--|-->/g, ''));
  const rules: Rule[] = [];
  for (const chunk of plain.split('}')) {
    const brace = chunk.indexOf('{');
    if (brace === -1) continue;
    const declarations = parseDeclarations(chunk.slice(brace + 1));
    if (declarations.size === 0) continue;
    for (const selector of chunk.slice(0, brace).split(',')) {
      const compounds = parseSelector(selector);
      if (compounds) rules.push({ compounds, specificity: specificityOf(compounds), declarations });
      if (rules.length > MAX_RULES) return rules;
    }
  }
  return rules;
}

/** Leaves out `@media … { … }` and its like: they hold on some screens only. */
function dropAtRules(text: string): string {
  let out = '';
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', from)) {
    out += text.slice(from, at);
    from = endOfAtRule(text, at);
  }
  return out + text.slice(from);
}

function endOfAtRule(text: string, start: number): number {
  const mark = /[{};]/g;
  mark.lastIndex = start;
  let depth = 0;
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    if (match[0] === ';' && depth === 0) return mark.lastIndex;
    if (match[0] === '{') depth += 1;
    if (match[0] === '}') depth -= 1;
    if (match[0] === '}' && depth <= 0) return mark.lastIndex;
  }
  return text.length;
}

function parseSelector(selector: string): Compound[] | undefined {
  const parts = selector.trim().split(/\s+/);
  if (parts.length > 6) return undefined;
  const compounds: Compound[] = [];
  for (const part of parts) {
    const match = COMPOUND.exec(part);
    if (!match || part === '') return undefined;
    const marks = match[2]?.match(/[.#][\w-]+/g) ?? [];
    const id = marks.find((mark) => mark.startsWith('#'))?.slice(1);
    const classes = marks.filter((mark) => mark.startsWith('.')).map((mark) => mark.slice(1));
    const name = match[1] === '*' ? undefined : match[1]?.toLowerCase();
    compounds.push({ classes, ...(name ? { name } : {}), ...(id ? { id } : {}) });
  }
  return compounds;
}

function specificityOf(compounds: Compound[]): number {
  let sum = 0;
  for (const { id, classes, name } of compounds) {
    sum += (id ? 10_000 : 0) + classes.length * 100 + (name ? 1 : 0);
  }
  return sum;
}

/** What the rules say about an element, the strongest last. */
export function matchRules(sheet: Stylesheet, element: ElementNode): Declarations[] {
  const classes = classesOf(element);
  const id = element.attributes.get('id');
  const keys = [element.name, '*', ...classes.map((name) => `.${name}`), ...(id ? [`#${id}`] : [])];
  const found = keys.flatMap((key) => sheet.byKey.get(key) ?? []).filter((rule) => isMatch(rule, element));
  // Sorting is stable, so rules of one strength stay in the order they were written.
  return found.sort((a, b) => a.specificity - b.specificity).map((rule) => rule.declarations);
}

function isMatch(rule: Rule, element: ElementNode): boolean {
  let index = rule.compounds.length - 1;
  if (!isCompoundMatch(rule.compounds[index] as Compound, element)) return false;
  index -= 1;
  for (let above = element.parent; above && index >= 0; above = above.parent) {
    if (isCompoundMatch(rule.compounds[index] as Compound, above)) index -= 1;
  }
  return index < 0;
}

function isCompoundMatch(compound: Compound, element: ElementNode): boolean {
  if (compound.name && compound.name !== element.name) return false;
  if (compound.id && compound.id !== element.attributes.get('id')) return false;
  if (compound.classes.length === 0) return true;
  const classes = classesOf(element);
  return compound.classes.every((name) => classes.includes(name));
}

/** The classes of an element; those of an MJML component are in `css-class`. */
export function classesOf(element: ElementNode): string[] {
  const value = element.attributes.get('class') ?? element.attributes.get('css-class') ?? '';
  return value.split(/\s+/, 20).filter((name) => name !== '');
}

import { compile, type Options } from 'css-select';
import { parse, type Selector } from 'css-what';
import { type AnyNode, type Element, isTag } from 'domhandler';
import * as domutils from 'domutils';

/** One selector of a rule. */
export interface CssSelector {
  /** A key of every element it matches: `#id`, `.class`, a name or `*`. */
  key: string;
  /** As a number that compares like (ids, classes, names). */
  specificity: number;
  matches(element: Element): boolean;
}

const MAX_LENGTH = 300;
const MAX_PARTS = 12;

/** The supported parts of selectors. */
const KINDS: ReadonlySet<string> = new Set(
  'tag universal attribute descendant child adjacent sibling pseudo'.split(' '),
);
const PSEUDOS: ReadonlySet<string> = new Set(
  'empty first-child first-of-type is last-child last-of-type not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type where'.split(
    ' ',
  ),
);

/** Selectors about siblings do not match in longer lists of them, because each match reads the whole list. */
const MAX_SIBLINGS = 500;

/** The classes of an MJML component are in `css-class`. */
const adapter: NonNullable<Options<AnyNode, Element>['adapter']> = {
  ...domutils,
  isTag,
  getAttributeValue: (element, name) =>
    element.attribs[name] ?? (name === 'class' ? element.attribs['css-class'] : undefined),
};

/**
 * Reads a list of selectors. Left out are invalid selectors and states such as `:hover`, in which no mail starts.
 */
export function readSelectors(text: string): CssSelector[] {
  return text.split(/,(?![^()]*\))/).flatMap((part) => {
    const steps = part.length > MAX_LENGTH ? undefined : parseSelector(part.trim());
    if (!steps || !isSupported(steps) || isCombinator(steps.at(-1))) return [];
    const asksForSiblings = steps.some(({ type }) => ['adjacent', 'sibling', 'pseudo'].includes(type));
    let test: ((element: Element) => boolean) | undefined;
    const matches = (element: Element) => {
      if (asksForSiblings && hasManySiblings(element)) return false;
      test ??= compile<AnyNode, Element>([steps], { adapter });
      return test(element);
    };
    return [{ key: keyOf(steps), specificity: specificityOf(steps), matches }];
  });
}

function parseSelector(text: string): Selector[] | undefined {
  try {
    const steps = parse(text.replace(/:root\b/gi, 'html'))[0];
    // Links of mails are not visited yet, so `a:link` is `a`.
    return steps?.filter((step) => !(step.type === 'pseudo' && step.name === 'link' && steps.length > 1));
  } catch {
    return undefined;
  }
}

function isSupported(steps: readonly Selector[]): boolean {
  return steps.length <= MAX_PARTS && steps.every((step) => KINDS.has(step.type) && isSupportedPseudo(step));
}

function isSupportedPseudo(step: Selector): boolean {
  if (step.type !== 'pseudo') return true;
  return PSEUDOS.has(step.name) && (!Array.isArray(step.data) || step.data.every(isSupported));
}

/** Of an element or of any around it. */
function hasManySiblings(element: Element): boolean {
  for (let around = element.parent; around; around = around.parent)
    if (around.children.length > MAX_SIBLINGS) return true;
  return false;
}

function isCombinator(step: Selector | undefined): boolean {
  return ['descendant', 'child', 'adjacent', 'sibling'].includes(step?.type ?? '');
}

function keyOf(steps: readonly Selector[]): string {
  const from = steps.findLastIndex(isCombinator);
  const last = steps.slice(from + 1);
  const named = (name: string) => last.find((step) => isNamed(step, name));
  const id = named('id');
  const ofClass = named('class');
  if (id?.type === 'attribute') return `#${id.value}`;
  if (ofClass?.type === 'attribute') return `.${ofClass.value}`;
  return last.find((step) => step.type === 'tag')?.name.toLowerCase() ?? '*';
}

/** `#name` or `.name`, as opposed to `[class^="name"]`. */
function isNamed(step: Selector, name: string): boolean {
  if (step.type !== 'attribute' || step.name !== name) return false;
  return step.action === 'equals' ? name === 'id' : step.action === 'element' && name === 'class';
}

function specificityOf(steps: readonly Selector[]): number {
  let sum = 0;
  for (const step of steps) {
    if (step.type === 'attribute') sum += isNamed(step, 'id') ? 10_000 : 100;
    if (step.type === 'tag') sum += 1;
    if (step.type !== 'pseudo' || step.name === 'where') continue;
    sum += Array.isArray(step.data) ? Math.max(...step.data.map(specificityOf)) : 100;
  }
  return sum;
}

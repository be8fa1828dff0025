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
const KINDS: ReadonlySet<string> = new Set(['tag', 'universal', 'attribute', 'descendant', 'child']);

/** The classes of an MJML component are in `css-class`. */
const adapter: NonNullable<Options<AnyNode, Element>['adapter']> = {
  ...domutils,
  isTag,
  getAttributeValue: (element, name) =>
    element.attribs[name] ?? (name === 'class' ? element.attribs['css-class'] : undefined),
};

/**
 * Reads a list of selectors. Left out are invalid selectors, states such as `:hover`, in which no mail starts, and
 * siblings, which would take quadratic time.
 */
export function readSelectors(text: string): CssSelector[] {
  return text.split(',').flatMap((part) => {
    const steps = part.length > MAX_LENGTH ? undefined : parseSelector(part.trim());
    if (!steps || steps.length > MAX_PARTS || !steps.every(({ type }) => KINDS.has(type))) return [];
    if (isCombinator(steps.at(-1))) return [];
    let test: ((element: Element) => boolean) | undefined;
    const matches = (element: Element) => {
      test ??= compile<AnyNode, Element>([steps], { adapter });
      return test(element);
    };
    return [{ key: keyOf(steps), specificity: specificityOf(steps), matches }];
  });
}

function parseSelector(text: string): Selector[] | undefined {
  try {
    const steps = parse(text)[0];
    // Links of mails are not visited yet, so `a:link` is `a`.
    return steps?.filter((step) => !(step.type === 'pseudo' && step.name === 'link' && steps.length > 1));
  } catch {
    return undefined;
  }
}

function isCombinator(step: Selector | undefined): boolean {
  return step?.type === 'descendant' || step?.type === 'child';
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
  }
  return sum;
}

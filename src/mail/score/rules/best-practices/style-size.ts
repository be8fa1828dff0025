import { listSpans } from '../../../parse/spans.ts';
import type { NotMeasured, Rule } from '../../rule.ts';

/** Gmail ignores all style elements when they are longer together. */
const MAX_STYLE_CHARACTERS = 16_384;

export const NEEDS_RENDERING: NotMeasured = {
  notMeasured: 'Needs the rendered HTML: score with render set to true.',
};

/** Style elements beyond what Gmail reads. */
export const styleSizeRule: Rule = {
  id: 'best.style-size',
  area: 'bestPractices',
  check({ rendered }) {
    if (rendered === undefined) return NEEDS_RENDERING;
    const characters = listStyles(rendered.html).reduce((sum, style) => sum + style.length, 0);
    if (characters <= MAX_STYLE_CHARACTERS) return [];
    return [
      {
        severity: 'high',
        blockId: null,
        message: `The style elements have ${characters} characters together; beyond ${MAX_STYLE_CHARACTERS} Gmail drops all of them.`,
        suggestion: 'Use fewer colors: each has rules for dark mode.',
      },
    ];
  },
};

/** An at-rule within an at-rule: Gmail then drops the whole style element. */
export const nestedAtRule: Rule = {
  id: 'best.nested-at',
  area: 'bestPractices',
  check({ rendered }) {
    if (rendered === undefined) return NEEDS_RENDERING;
    const nested = listStyles(rendered.html)
      .map(findNestedAt)
      .find((rule) => rule !== undefined);
    if (nested === undefined) return [];
    return [
      {
        severity: 'high',
        blockId: null,
        message: `“${nested}” stands within another at-rule; Gmail drops the whole style element for it.`,
        suggestion: 'Take it out of the rule around it.',
      },
    ];
  },
};

function listStyles(html: string): string[] {
  const elements = listSpans(html, /<style\b[^<>]*>/gi, () => /<\/style>/gi);
  return elements.map(({ text }) => text.slice(text.indexOf('>') + 1, text.lastIndexOf('<')));
}

/** The name of the first nested at-rule, e.g. "@media". */
function findNestedAt(css: string): string | undefined {
  const openAt: boolean[] = [];
  let isAt = false;
  for (const [token] of css.matchAll(/@[a-z-]+|[{};]/gi)) {
    if (token.startsWith('@')) {
      if (openAt.includes(true)) return token;
      isAt = true;
    } else if (token === '{') {
      openAt.push(isAt);
      isAt = false;
    } else {
      if (token === '}') openAt.pop();
      isAt = false;
    }
  }
  return undefined;
}

import { splitStyle } from '../../../parse/safe-style.ts';
import type { MailElement } from '../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { MANY_READERS, UNSUPPORTED, type Unsupported } from './support.ts';

/** CSS in HTML people wrote that widespread clients do not understand; each kind once a block. */
export const unsupportedCssRule: Rule = {
  id: 'best.unsupported-css',
  area: 'bestPractices',
  check({ elements }) {
    const found = new Map<string, { blockId: string; css: Unsupported; written: string }>();
    for (const element of elements) {
      for (const { css, written } of listUnsupported(element)) {
        const key = `${css.name} ${element.blockId}`;
        if (!found.has(key)) found.set(key, { blockId: element.blockId, css, written });
      }
    }
    return [...found.values()].map(describe);
  },
};

/** Editors write the same few styles over and over. */
const KEPT = 500;
const known = new Map<string, { css: Unsupported; written: string }[]>();

function listUnsupported({ attributes }: MailElement) {
  const { style } = attributes;
  if (style === undefined) return [];
  const before = known.get(style);
  if (before !== undefined) return before;
  const found = splitStyle(style).flatMap(([property, value]) =>
    UNSUPPORTED.filter((css) => css.property.test(property) && (css.value?.test(value) ?? true)).map(
      (css) => ({
        css,
        written: `${property}: ${value.slice(0, 60)}`,
      }),
    ),
  );
  if (known.size >= KEPT) known.clear();
  if (style.length < 500) known.set(style, found);
  return found;
}

function describe({
  blockId,
  css,
  written,
}: {
  blockId: string;
  css: Unsupported;
  written: string;
}): RuleFinding {
  return {
    severity: css.share >= MANY_READERS ? 'medium' : 'low',
    blockId,
    message: `“${written}” is not understood by ${css.where}: about ${css.share} % of readers.`,
    suggestion: `Do without ${css.name}: use tables, or blocks in sections, and check that the block reads well without it.`,
  };
}

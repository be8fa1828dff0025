import { splitStyle } from '../../../parse/safe-style.ts';
import { shorten } from '../../../parse/shorten.ts';
import type { MailElement } from '../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import cssSupport from './css-support.json';

/** CSS without which a mail looks broken in some clients. */
interface Unsupported {
  /** Name for messages. */
  name: string;
  property: RegExp;
  value?: RegExp;
  /** Percent of readers whose client does not support it. */
  share: number;
  where: string;
}

/**
 * Shares: the support tables of Can I email in the npm package caniemail 2.0.2 (MIT, see LICENSE.caniemail here; data
 * of May 2026), weighted by a rough estimate of client usage. `scripts/css-support.ts` prints them. `where` names Gmail
 * if it is among the clients without support.
 */
const UNSUPPORTED: readonly Unsupported[] = cssSupport.map(({ property, value, ...others }) => ({
  ...others,
  property: new RegExp(property),
  ...(value !== undefined && { value: new RegExp(value) }),
}));

/** Share of readers from which a finding is of medium severity. */
const MANY_READERS = 30;

/** Unsupported CSS in the HTML of a mail; each kind once per block. */
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

/** Size of the cache: editors repeat a few styles. */
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
        written: `${property}: ${shorten(value, 60)}`,
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

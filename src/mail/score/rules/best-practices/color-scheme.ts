import type { Rule } from '../../rule.ts';
import { NEEDS_RENDERING } from './style-size.ts';

/** Mails without the color-scheme tag: Apple Mail changes their colors in dark mode. */
export const colorSchemeRule: Rule = {
  id: 'best.color-scheme',
  area: 'bestPractices',
  check({ rendered }) {
    if (rendered === undefined) return NEEDS_RENDERING;
    if (rendered.html.match(/<meta\b[^<>]*>/gi)?.some((tag) => /\bname=["']?color-scheme\b/i.test(tag)))
      return [];
    return [
      {
        severity: 'low',
        blockId: null,
        message: 'The mail does not say which color schemes it is made for.',
        suggestion: 'Add <meta name="color-scheme" content="light dark"> to its head.',
      },
    ];
  },
};

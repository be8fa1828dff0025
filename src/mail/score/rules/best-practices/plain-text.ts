import type { Mail } from '../../mail/mail.ts';
import { splitWords } from '../../mail/words.ts';
import type { Rule } from '../../rule.ts';

/** Least share of the words of the HTML in the plain-text part. */
const MIN_SHARE = 0.25;

/**
 * An empty plain-text part, or one with far fewer words than the HTML. Without rendering, the texts of the blocks are
 * counted.
 */
export const plainTextRule: Rule = {
  id: 'best.plain-text',
  area: 'bestPractices',
  check(mail) {
    if (!mail.blocks.some((block) => !block.isHidden && block.type !== 'section')) return [];
    const words = countPlainWords(mail);
    const isEmpty = words === 0;
    if (!isEmpty && words >= mail.words * MIN_SHARE) return [];
    return [
      {
        severity: 'medium',
        blockId: null,
        message: isEmpty
          ? 'The plain-text part of the mail would be empty: no block has any words.'
          : `The plain-text part has ${words} words, the HTML ${mail.words}.`,
        suggestion: 'Say in text what the pictures show, or give them alternative texts.',
      },
    ];
  },
};

function countPlainWords({ rendered, texts }: Mail): number {
  if (rendered !== undefined) return splitWords(rendered.text).length;
  return texts.reduce((sum, text) => sum + text.words.length, 0);
}

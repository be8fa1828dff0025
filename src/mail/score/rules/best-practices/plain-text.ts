import type { Mail } from '../../mail/mail.ts';
import { splitWords } from '../../mail/words.ts';
import type { Rule } from '../../rule.ts';

/** The plain-text part should say at least this share of what the HTML says. */
const MIN_SHARE = 0.25;

/** The plain-text part is empty or says far less than the HTML. Without rendering: what it will be made from. */
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

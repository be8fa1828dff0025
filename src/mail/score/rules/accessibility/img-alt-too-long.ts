import { splitMergeTags } from '../../../parse/merge-tags.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';

/**
 * Characters beyond which an alternative text is a text of its own. No standard has the number: it is what checkers
 * agree on, since screen readers of old read alternative texts in pieces of 125.
 */
const LONGEST = 125;

/** Alternative texts that are too long to be heard in one go. */
export const imgAltTooLongRule: Rule = {
  id: 'a11y.img-alt-too-long',
  area: 'accessibility',
  check(mail) {
    return mail.images.flatMap(({ blockId, alt, isDecorative }) => {
      const length = isDecorative ? 0 : [...withoutTags(alt ?? '').trim()].length;
      if (length <= LONGEST) return [];
      return [
        {
          severity: 'low' as const,
          blockId,
          message: `The alternative text ${quote(alt ?? '', 40)} has ${length} characters.`,
          suggestion: `Say it in ${LONGEST} characters, and the rest in a text below the picture.`,
        },
      ];
    });
  },
};

/** How long a merge tag turns out is not known. */
function withoutTags(text: string): string {
  return splitMergeTags(text)
    .filter((piece) => !piece.isTag)
    .map((piece) => piece.text)
    .join('');
}

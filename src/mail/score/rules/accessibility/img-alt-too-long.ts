import { splitMergeTags } from '../../../parse/merge-tags.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';

/**
 * Most characters of an alternative text. No standard has a number; checkers agree on this one, because old screen
 * readers read alternative texts in pieces of 125.
 */
const LONGEST = 125;

/** Alternative texts that are too long to listen to. */
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

/** Merge tags are left out, because the length of their value is not known. */
function withoutTags(text: string): string {
  return splitMergeTags(text)
    .filter((piece) => !piece.isTag)
    .map((piece) => piece.text)
    .join('');
}

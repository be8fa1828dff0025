import { MAX_COPIES } from '../../fix.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { changeLevel, listShownHeadings } from './headings.ts';

/** More than one heading of level 1: that is the name of the mail, of which there is one. */
export const headingMultiH1Rule: Rule = {
  id: 'a11y.heading-multi-h1',
  area: 'accessibility',
  check(mail) {
    const [, ...others] = listShownHeadings(mail).filter(({ level, text }) => level === 1 && text !== '');
    return others.map((heading, count) => {
      // Level 2 may follow any level, and any that could follow level 1 may follow it.
      const fix = count < MAX_COPIES ? changeLevel(mail, heading, 2) : undefined;
      return {
        severity: 'low',
        blockId: heading.blockId,
        message: `${quote(heading.text, 40)} is one more heading of level 1.`,
        suggestion: 'Keep level 1 for the name of the mail and use level 2 for its parts.',
        ...(fix && { fix, fixNeedsTrial: true }),
      };
    });
  },
};

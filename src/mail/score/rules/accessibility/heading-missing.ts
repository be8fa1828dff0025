import type { Rule } from '../../rule.ts';
import { listShownHeadings } from './headings.ts';

/** Words up to which a mail is read as a whole. */
const SHORT = 100;

/** Longer mails without any heading: screen readers cannot jump in them (WCAG 2.2, 2.4.6 and technique H69). */
export const headingMissingRule: Rule = {
  id: 'a11y.heading-missing',
  area: 'accessibility',
  check(mail) {
    if (mail.words <= SHORT || listShownHeadings(mail).length > 0) return [];
    return [
      {
        severity: 'medium',
        blockId: null,
        message: `The mail has ${mail.words} words and no heading.`,
        suggestion: 'Add title blocks that say what each part is about.',
      },
    ];
  },
};

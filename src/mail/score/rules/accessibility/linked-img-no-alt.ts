import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { nameOf } from './link-name.ts';

/** Links that consist of pictures without alternative text: they have no name (WCAG 2.2, 2.4.4; axe link-name). */
export const linkedImgNoAltRule: Rule = {
  id: 'a11y.linked-img-no-alt',
  area: 'accessibility',
  check(mail) {
    return mail.links
      .filter((link) => link.kind === 'image' && link.href.trim() !== '' && nameOf(link) === '')
      .map(({ blockId, href }) => ({
        severity: 'high',
        blockId,
        message: `The picture that links to ${quote(href, 50)} has no alternative text: the link has no name.`,
        suggestion: 'Say in alt where the link leads.',
      }));
  },
};

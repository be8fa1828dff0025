import type { MailElement } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';

/** Links inside links: no browser knows which of them a click means. */
export const linkNestedRule: Rule = {
  id: 'a11y.link-nested',
  area: 'accessibility',
  check(mail) {
    return mail.elements.filter(isInsideLink).map(({ blockId, text }) => ({
      severity: 'high',
      blockId,
      message: `The link ${quote(text, 40)} is inside another link.`,
      suggestion: 'Close the outer link before the inner one begins.',
    }));
  },
};

function isInsideLink(element: MailElement): boolean {
  if (!isLink(element)) return false;
  let around = element.parent;
  while (around !== undefined && !isLink(around)) around = around.parent;
  return around !== undefined;
}

function isLink({ name, attributes }: MailElement): boolean {
  return name === 'a' && attributes.href !== undefined;
}

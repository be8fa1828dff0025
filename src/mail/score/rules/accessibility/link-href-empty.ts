import type { MailLink } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { leadsNowhere } from './link-name.ts';

/** Links without a target: no address, or "#". */
export const linkHrefEmptyRule: Rule = {
  id: 'a11y.link-href-empty',
  area: 'accessibility',
  check(mail) {
    return mail.links
      .filter(({ href }) => leadsNowhere(href))
      .map((link) => ({
        severity: 'high',
        blockId: link.blockId,
        message: `${describe(link)} leads nowhere: its address is ${link.href.trim() === '' ? 'empty' : quote(link.href)}.`,
        suggestion: 'Give it an address, or remove the link.',
      }));
  },
};

function describe({ kind, text }: MailLink): string {
  const name = text === '' ? '' : ` ${quote(text, 40)}`;
  if (kind === 'button') return `The button${name}`;
  if (kind === 'menu') return `The menu item${name}`;
  if (kind === 'social') return `The icon${name}`;
  return kind === 'video' ? `The video${name}` : `The link${name}`;
}

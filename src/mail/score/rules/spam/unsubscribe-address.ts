import { derive } from '../../mail/mail.ts';
import type { Rule } from '../../rule.ts';
import { listUnsubscribeLinks } from './no-unsubscribe.ts';

/** Addresses of pages on which readers have to choose or to sign in. */
const NEEDS_MORE = /preferences?|settings|manage|login|log-in|sign-?in|account/i;
const LEAVES =
  /unsub|opt[-_]?out|leave|abmeld|austrag|desabon|desinscri|desuscri|baja|afmeld|uitschrij|disiscri|cancel/i;

/**
 * Ways to unsubscribe that take more than one click. Google and Yahoo require one click over https of senders of many mails
 * (RFC 8058).
 */
export const unsubscribeAddressRule: Rule = {
  id: 'spam.unsubscribe-address',
  area: 'spam',
  check(mail) {
    if (mail.kind !== 'marketing') return [];
    const links = derive(mail, listUnsubscribeLinks);
    const why = links.map(({ href }) => explain(href.trim()));
    if (links.length === 0 || why.includes(undefined)) return [];
    return [
      {
        severity: 'low',
        blockId: links[0]?.blockId ?? null,
        message: `To unsubscribe takes more than a click: the link ${why[0]}.`,
        suggestion:
          'Link to an https address that unsubscribes at once, and let the sending service put it into the headers List-Unsubscribe and List-Unsubscribe-Post.',
      },
    ];
  },
};

function explain(href: string): string | undefined {
  if (/^mailto:/i.test(href)) return 'opens a mail';
  if (/^http:/i.test(href)) return 'is not encrypted';
  return NEEDS_MORE.test(href) && !LEAVES.test(href) ? 'leads to a page with settings' : undefined;
}

import type { Mail, MailLink } from '../../mail/mail.ts';
import type { Rule } from '../../rule.ts';

/** Most different buttons of a mail. */
const MAX_BUTTONS = 3;

/**
 * Marketing mails without a link, or with too many different buttons. Buttons of the same label, as under each article
 * of a newsletter, count once; links in the footer do not count.
 */
export const callToActionRule: Rule = {
  id: 'read.cta',
  area: 'readability',
  check(mail) {
    const labels = new Set(buttonsOf(mail).map(({ text }) => text.toLowerCase()));
    if (labels.size > MAX_BUTTONS) {
      return [
        {
          severity: 'medium',
          blockId: null,
          message: `${labels.size} different buttons compete: ${[...labels].map((label) => `“${label}”`).join(', ')}.`,
          suggestion: 'Keep one button for what matters most, and make the others links.',
        },
      ];
    }
    if (mail.kind !== 'marketing' || mail.links.some((link) => isAction(link))) return [];
    return [
      {
        severity: 'medium',
        blockId: null,
        message: 'There is nothing to click: no button, no link outside the footer.',
        suggestion: 'Add a button that says what the reader gets.',
      },
    ];
  },
};

function buttonsOf(mail: Mail): MailLink[] {
  return mail.links.filter(({ kind, text }) => kind === 'button' && text !== '');
}

function isAction({ kind, inText }: MailLink): boolean {
  return kind !== 'social' && inText?.isFooter !== true;
}

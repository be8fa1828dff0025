import type { Mail } from '../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { estimateBytes } from './estimate-size.ts';

/** Gmail cuts a mail near 102 KB of HTML; measured on received mails, that was 99.5 to 100.2 kB of it. */
const CUT_BYTES = 100_000;
const CLOSE_BYTES = 80_000;

/** The mail is close to, or beyond, what Gmail shows. From the rendered HTML; without it, estimated from the blocks. */
export const sizeRule: Rule = {
  id: 'best.size',
  area: 'bestPractices',
  check(mail) {
    const bytes = mail.rendered?.bytes ?? estimateBytes(mail);
    if (bytes <= CLOSE_BYTES) return [];
    return [describe(bytes, mail)];
  },
};

function describe(bytes: number, { rendered }: Mail): RuleFinding {
  const size = `${rendered === undefined ? 'about ' : ''}${Math.round(bytes / 1000)} kB`;
  const isCut = bytes > CUT_BYTES;
  return {
    severity: isCut ? 'high' : 'medium',
    blockId: null,
    message: isCut
      ? `The HTML has ${size}; Gmail shows the first 102 KB and hides the rest, often with the unsubscribe link.`
      : `The HTML has ${size}; beyond 100 kB Gmail hides the rest. Tracking links can add what is missing.`,
    suggestion: 'Shorten the mail or split it: link to the full text on a page, and take out sections.',
  };
}

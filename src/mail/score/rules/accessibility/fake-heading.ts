import type { Mail, MailText } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';

/** Bold text from this size on looks like a heading; running text is 16 px. */
const HEADING_PIXELS = 20;
const MOST_WORDS = 12;

/** Large, bold, short text on its own that looks like a heading but is not one (WCAG 2.2, 1.3.1; failure F2). */
export const fakeHeadingRule: Rule = {
  id: 'a11y.fake-heading',
  area: 'accessibility',
  check(mail) {
    return mail.texts
      .filter((text, index) => looksLikeHeading(text) && isFollowed(mail, index))
      .map(({ blockId, raw }) => ({
        severity: 'low',
        blockId,
        message: `${quote(raw, 40)} looks like a heading but is not one.`,
        suggestion: 'Make it a title block, or h2 to h4 in rich text.',
      }));
  },
};

function looksLikeHeading({ role, text, runs, words }: MailText): boolean {
  if (role !== 'paragraph' && role !== 'html') return false;
  if (words.length === 0 || words.length > MOST_WORDS || /[.,;]$/.test(text) || !/\p{L}{2}/u.test(text)) {
    return false;
  }
  const shown = runs.filter(({ hidden }) => !hidden);
  return shown.every(({ bold, fontSize, href }) => bold && fontSize >= HEADING_PIXELS && href === undefined);
}

/** Whether a text follows that is not a heading. */
function isFollowed(mail: Mail, index: number): boolean {
  const next = mail.texts[index + 1];
  return next !== undefined && next.role !== 'heading';
}

import { datePatternOf, findLead, VIEW_ONLINE } from '../../../parse/lead.ts';
import type { Mail } from '../../mail/mail.ts';
import { replaceMergeTags } from '../../mail/merge-words.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';

/** A mail of this length has something to say before its details. */
const MIN_WORDS = 40;
const MIN_LEAD_WORDS = 5;

/** The sender as a copyright line names it. */
const SENDER =
  /(?:©|\([cC]\)|[Cc]opyright) {0,3}(?:\d{4}(?: ?[-–] ?\d{4})?)? ?,? ?(\p{Lu}[\p{L}\d&'’-]{0,60})/u;

/**
 * Whether the first sentences say who writes, what about, and by when. Inboxes show a summary of them in the place of the
 * preheader.
 */
export const leadRule: Rule = {
  id: 'read.lead',
  area: 'readability',
  check(mail) {
    if (mail.words < MIN_WORDS) return [];
    const shown = mail.texts.filter(({ role, text }) => role !== 'alt' && text !== '');
    const first = shown[0]?.text ?? '';
    const findings: RuleFinding[] = VIEW_ONLINE.test(first)
      ? [
          describe(
            'low',
            `The mail begins with ${quote(first)}: inboxes show that as its summary.`,
            'Move this link to the footer.',
          ),
        ]
      : [];
    const body = shown.filter(({ isFooter }) => !isFooter);
    // A mail that begins with a phrase of footers counts as one from there.
    const lead = findLead((body.length === 0 ? shown : body).map(({ text }) => text));
    return [...findings, ...checkLead(mail, lead)];
  },
};

function checkLead(mail: Mail, lead: string): RuleFinding[] {
  if (lead.split(' ').length < MIN_LEAD_WORDS) {
    const message =
      lead === ''
        ? 'No sentence says what the mail is about.'
        : `The mail begins with ${quote(lead)}, which says too little for a summary.`;
    return [describe('medium', message, 'Begin with a sentence that says what the mail is about.')];
  }
  const known = `${replaceMergeTags(mail.subject ?? '')} ${lead}`;
  return [...checkSender(mail, known), ...checkDate(mail, known)];
}

function checkSender({ texts, preheader }: Mail, known: string): RuleFinding[] {
  const footer = texts.find(({ isFooter, text }) => isFooter && SENDER.test(text));
  const sender = SENDER.exec(footer?.text ?? '')?.[1];
  if (sender === undefined || `${known} ${preheader}`.toLowerCase().includes(sender.toLowerCase())) return [];
  const message = `Neither the subject nor the first sentences name ${quote(sender)}.`;
  return [describe('low', message, 'Say in the first sentence who writes.')];
}

/** A date in a heading or button is what the reader must not miss. */
function checkDate({ texts, language, subject, preheader }: Mail, known: string): RuleFinding[] {
  if (subject === undefined) return [];
  const pattern = datePatternOf(language);
  if (pattern.test(`${known} ${preheader}`)) return [];
  const dated = texts.find(
    ({ role, text, isFooter }) =>
      !isFooter && (role === 'heading' || role === 'button') && pattern.test(text),
  );
  if (dated === undefined) return [];
  const message = `The date in ${quote(dated.text)} is not in the subject or the first sentences.`;
  return [describe('low', message, 'Say in the first sentence by when.')];
}

function describe(severity: RuleFinding['severity'], message: string, suggestion: string): RuleFinding {
  return { severity, blockId: null, message, suggestion };
}

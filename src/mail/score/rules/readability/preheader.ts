import type { Mail } from '../../mail/mail.ts';
import { replaceMergeTags } from '../../mail/merge-words.ts';
import type { Rule, RuleFinding } from '../../rule.ts';

/** Shorter preheaders are filled up with the beginning of the mail; longer ones are cut off everywhere. */
const MIN_LETTERS = 30;
const MAX_LETTERS = 130;

/** Preheaders that are missing, too short, too long or a repetition. */
export const preheaderRule: Rule = {
  id: 'read.preheader',
  area: 'readability',
  check(mail) {
    const preheader = replaceMergeTags(mail.preheader).trim();
    const letters = [...preheader].length;
    if (letters === 0) {
      const message = 'There is no preheader: the inbox shows the first words of the mail instead.';
      return [describe('medium', message, 'Set preheaderText: one line that makes people open the mail.')];
    }
    const repeated = findRepeated(mail, preheader);
    if (repeated !== undefined) {
      const message = `The preheader repeats the ${repeated}.`;
      return [describe('medium', message, 'Add information that is not beside it.')];
    }
    if (letters < MIN_LETTERS) {
      const message = `The preheader has only ${letters} characters; ${MIN_LETTERS} or more fill its line.`;
      return [describe('low', message, 'Add what else is worth knowing.')];
    }
    if (letters <= MAX_LETTERS) return [];
    const message = `The preheader has ${letters} characters; inboxes show ${MAX_LETTERS} at most.`;
    return [describe('low', message, 'Shorten it.')];
  },
};

function findRepeated(mail: Mail, preheader: string): string | undefined {
  const folded = fold(preheader);
  if (mail.subject !== undefined && fold(replaceMergeTags(mail.subject)) === folded) return 'subject';
  const first = mail.texts.find(({ role, text }) => role !== 'alt' && text !== '');
  return first !== undefined && fold(first.text) === folded ? 'first line of the mail' : undefined;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();
}

function describe(severity: RuleFinding['severity'], message: string, suggestion: string): RuleFinding {
  return { severity, blockId: null, message, suggestion };
}

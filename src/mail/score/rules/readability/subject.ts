import { replaceMergeTags } from '../../mail/merge-words.ts';
import { splitWords } from '../../mail/words.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { whyWordsDoNotCount } from './prose.ts';

/** Most characters of a subject that a phone shows; most phones show about 40. */
const MAX_LETTERS = 60;
const MIN_WORDS = 4;

/** Subjects that are empty, too long or too short. */
export const subjectLengthRule: Rule = {
  id: 'read.subject-length',
  area: 'readability',
  check(mail) {
    if (mail.subject === undefined) return { notMeasured: 'The subject is not known.' };
    const subject = replaceMergeTags(mail.subject).trim();
    const letters = [...subject].length;
    if (letters === 0)
      return [describeSubject('high', 'The subject is empty.', 'Say what the mail is about.')];
    if (letters > MAX_LETTERS) {
      const message = `The subject has ${letters} characters; what is beyond ${MAX_LETTERS} is cut off.`;
      return [describeSubject('medium', message, 'Shorten it, and put what matters first.')];
    }
    const words = splitWords(subject).length;
    if (words >= MIN_WORDS || whyWordsDoNotCount(mail) !== undefined) return [];
    const message = `The subject “${subject}” has only ${words === 1 ? 'one word' : `${words} words`}.`;
    return [describeSubject('low', message, 'Say a little more about what is inside.')];
  },
};

function describeSubject(
  severity: RuleFinding['severity'],
  message: string,
  suggestion: string,
): RuleFinding {
  return { severity, blockId: null, message, suggestion };
}

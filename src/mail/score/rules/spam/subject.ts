import { withoutMergeTags } from '../../../parse/merge-tags.ts';
import type { Mail } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { countCases } from './text/count-cases.ts';

const MIN_LETTERS = 10;
const MAX_SHARE = 0.8;

/**
 * Ten letters or more, four fifths of them capitals. SpamAssassin's SUBJ_ALL_CAPS requires all and gives 0.5 points.
 */
export const subjectCapsRule = subjectRule('spam.subject-caps', (subject) => {
  const { upper, cased } = countCases(subject);
  if (cased < MIN_LETTERS || upper / cased < MAX_SHARE) return undefined;
  return {
    message: `The subject ${quote(subject)} is written in capitals.`,
    suggestion: 'Write it as a sentence, with a capital at its beginning and in names.',
    points: 0.8,
  };
});

/** `!!`, `??`, `$$`, or more than one exclamation mark. */
export const subjectPunctRule = subjectRule('spam.subject-punct', (subject) => {
  const marks = /!{2,}|\?{2,}|\${2,}/.exec(subject)?.[0];
  const count = subject.split('!').length - 1;
  if (marks === undefined && count < 2) return undefined;
  const found = marks ?? `${count} exclamation marks`;
  return {
    message: `The subject ${quote(subject)} has ${marks === undefined ? found : quote(found)} in it.`,
    suggestion: 'End it with one mark at most.',
    points: 0.6,
  };
});

/** Prefixes that mail programs add to replies and forwarded mails, in the languages with word lists. */
const REPLY = /^\s*(?:re|fwd?|aw|wg|antw|tr|rv|r|i|res|enc)\s*(?:\[\d+\]\s*)?:/i;

/** A subject that pretends to be a reply. A template always starts a conversation. */
export const subjectFakeReplyRule = subjectRule('spam.subject-fake-reply', (subject) => {
  const found = REPLY.exec(subject)?.[0].trim();
  // Capitals right after the colon make a name, like RE:INVENT.
  if (found === undefined || /^\p{Lu}{2}/u.test(subject.trimStart().slice(found.length))) return undefined;
  return {
    message: `The subject begins with ${quote(found)} as if it answered a mail.`,
    suggestion: `Leave ${quote(found)} out.`,
    points: 1,
  };
});

type SubjectFault = Pick<RuleFinding, 'message' | 'suggestion' | 'points'>;

function subjectRule(id: string, find: (subject: string) => SubjectFault | undefined): Rule {
  return {
    id,
    area: 'spam',
    check({ subject }: Mail) {
      if (subject === undefined) return { notMeasured: 'The subject is not known; pass it along.' };
      const fault = find(withoutMergeTags(subject).trim());
      return fault === undefined ? [] : [{ severity: 'medium', blockId: null, ...fault }];
    },
  };
}

import type { ContentOperations } from '../../../model/index.ts';
import type { Mail, MailText } from '../../mail/mail.ts';
import type { Rule } from '../../rule.ts';
import { rewriteTexts } from './text/rewrite-texts.ts';

/** Most exclamation marks per hundred words; a short mail may have three. */
const MAX_PER_HUNDRED = 3;
const MIN_MARKS = 4;
const RUN = /!(?:\s?!)+/g;

/**
 * Exclamation marks in a row, or many of them. SpamAssassin's BANG_* rules look for marks after single words and give
 * up to 1 point; the limits here are our choice.
 */
export const exclaimRule: Rule = {
  id: 'spam.exclaim',
  area: 'spam',
  check(mail) {
    const texts = mail.texts.filter(({ role }) => role !== 'label');
    const loud = texts.filter(({ text }) => text.includes('!'));
    const runs = loud.reduce((sum, { text }) => sum + (text.match(RUN)?.length ?? 0), 0);
    const marks = loud.reduce((sum, { text }) => sum + countMarks(text), 0);
    const isMany = areMany(marks, mail.words);
    if (runs === 0 && !isMany) return [];
    const first = runs > 0 ? loud.find(({ text }) => text.search(RUN) >= 0) : loud[0];
    const isLoud = runs >= 3 || marks > 2 * MAX_PER_HUNDRED * Math.max(mail.words / 100, 1);
    const fix = areMany(countCollapsed(loud), mail.words) ? undefined : collapseRuns(mail, loud);
    return [
      {
        severity: isLoud ? 'medium' : 'low',
        blockId: first?.blockId ?? null,
        message:
          runs > 0
            ? `Exclamation marks stand in a row, ${runs === 1 ? 'once' : `${runs} times`} in this mail.`
            : `${marks} exclamation marks in ${mail.words} words are many.`,
        suggestion: 'Keep one exclamation mark where it matters most; end other sentences with a full stop.',
        points: isLoud ? 0.8 : 0.3,
        ...(fix && { fix, fixNeedsTrial: true }),
      },
    ];
  },
};

function areMany(marks: number, words: number): boolean {
  return marks >= MIN_MARKS && marks > (MAX_PER_HUNDRED * words) / 100;
}

function countMarks(text: string): number {
  return text.split('!').length - 1;
}

function countCollapsed(texts: readonly MailText[]): number {
  return texts.reduce((sum, { text }) => sum + countMarks(text.replace(RUN, '!')), 0);
}

function collapseRuns(mail: Mail, texts: readonly MailText[]): ContentOperations | undefined {
  const ids = new Set(texts.filter(({ text }) => text.search(RUN) >= 0).map(({ blockId }) => blockId));
  const operations = [...ids].map((id) =>
    rewriteTexts(
      mail,
      id,
      (text) => text.replace(RUN, '!'),
      (text) => text.search(RUN) >= 0,
    ),
  );
  return operations.includes(undefined) ? undefined : (operations as ContentOperations[]).flat();
}

import type { ContentOperations } from '../../../model/index.ts';
import { MAX_COPIES } from '../../fix.ts';
import type { Mail, MailHeading } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { changeLevel, findSkips, listShownHeadings } from './headings.ts';

/** Headings more than one level below the one before: a part seems to be missing (WCAG 2.2, 1.3.1; axe heading-order). */
export const headingSkipRule: Rule = {
  id: 'a11y.heading-skip',
  area: 'accessibility',
  check(mail) {
    const headings = listShownHeadings(mail);
    const levels = headings.map(({ level }) => level);
    return findSkips(levels).map((index, count) => {
      const { blockId, level, text } = headings[index] as MailHeading;
      const before = levels[index - 1] as number;
      const fix = count < MAX_COPIES ? raise(mail, headings, index) : undefined;
      return {
        severity: 'medium',
        blockId,
        message: `The heading ${quote(text, 40)} is of level ${level}, right after one of level ${before}.`,
        suggestion: `Make it level ${before + 1}.`,
        ...(fix && { fix, fixNeedsTrial: true }),
      };
    });
  },
};

/** Raises a heading, and those below it with it, so that no new gap opens between them. */
function raise(mail: Mail, headings: readonly MailHeading[], index: number): ContentOperations | undefined {
  const levels = headings.map(({ level }) => level);
  const own = levels[index] as number;
  const shift = own - (levels[index - 1] as number) - 1;
  const operations: ContentOperations = [];
  const touched = new Set<string>();
  for (let place = index; place < headings.length && (levels[place] as number) >= own; place += 1) {
    const heading = headings[place] as MailHeading;
    const level = (levels[place] as number) - shift;
    const change = changeLevel(mail, heading, level);
    // Each change is written from the HTML as it is now: two in one block would undo each other.
    if (change === undefined || touched.has(heading.blockId)) return undefined;
    touched.add(heading.blockId);
    operations.push(...change);
    levels[place] = level;
  }
  const before = new Set(findSkips(headings.map(({ level }) => level)));
  const isBetter = findSkips(levels).every((place) => place !== index && before.has(place));
  return isBetter ? operations : undefined;
}

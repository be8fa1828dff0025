import { type ContentOperations, type TitleBlock, walkBlocks } from '../../../model/index.ts';
import { HEADING_PIXELS } from '../../../model/layout-sizes.ts';
import {
  applyEdits,
  changeBlock,
  deleteBlocks,
  type Edit,
  editHtml,
  MAX_COPIES,
  readField,
  setStyle,
} from '../../fix.ts';
import { elementsOf, type Mail, type MailHeading, type MailText } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';

/** Mails with up to this number of words need no heading. */
const SHORT = 100;

/** Longer mails without a heading: screen readers cannot jump between parts (WCAG 2.2, 2.4.6 and technique H69). */
export const headingMissingRule: Rule = {
  id: 'a11y.heading-missing',
  area: 'accessibility',
  check(mail) {
    if (mail.words <= SHORT || listShownHeadings(mail).length > 0) return [];
    return [
      {
        severity: 'medium',
        blockId: null,
        message: `The mail has ${mail.words} words and no heading.`,
        suggestion: 'Add title blocks that say what each part is about.',
      },
    ];
  },
};

/** Headings without text: screen readers announce an empty heading (WCAG 2.2, 1.3.1 and 2.4.6). */
export const headingEmptyRule: Rule = {
  id: 'a11y.heading-empty',
  area: 'accessibility',
  check(mail) {
    return mail.headings
      .filter(({ text }) => text === '')
      .map((heading) => {
        const fix = removeTitle(mail, heading);
        return {
          severity: 'high',
          blockId: heading.blockId,
          message: heading.element ? `An <h${heading.level}> has no text.` : 'The title has no text.',
          suggestion: 'Write what follows, or remove the heading.',
          ...(fix && { fix, fixNeedsTrial: true }),
        };
      });
  },
};

/**
 * Deletes a title block without text, unless it is the only block of its column: an empty column is another finding.
 */
function removeTitle(mail: Mail, { blockId, element }: MailHeading): ContentOperations | undefined {
  if (element !== undefined) return undefined;
  for (const { block, list } of walkBlocks(mail.content)) {
    if (block.id === blockId) return list.length > 1 ? deleteBlocks(blockId) : undefined;
  }
  return undefined;
}

/** Headings more than one level below the one before (WCAG 2.2, 1.3.1; axe heading-order). */
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

/** Raises a heading and the lower ones after it, so that no new gap appears between them. */
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
    // Two changes in one block would undo each other, because each rewrites the original HTML.
    if (change === undefined || touched.has(heading.blockId)) return undefined;
    touched.add(heading.blockId);
    operations.push(...change);
    levels[place] = level;
  }
  const before = new Set(findSkips(headings.map(({ level }) => level)));
  const isBetter = findSkips(levels).every((place) => place !== index && before.has(place));
  return isBetter ? operations : undefined;
}

/** More than one heading of level 1, the level of the name of the mail. */
export const headingMultiH1Rule: Rule = {
  id: 'a11y.heading-multi-h1',
  area: 'accessibility',
  check(mail) {
    const [, ...others] = listShownHeadings(mail).filter(({ level, text }) => level === 1 && text !== '');
    return others.map((heading, count) => {
      // Level 2 may follow any level, and any level that may follow level 1 may follow level 2.
      const fix = count < MAX_COPIES ? changeLevel(mail, heading, 2) : undefined;
      return {
        severity: 'low',
        blockId: heading.blockId,
        message: `${quote(heading.text, 40)} is one more heading of level 1.`,
        suggestion: 'Keep level 1 for the name of the mail and use level 2 for its parts.',
        ...(fix && { fix, fixNeedsTrial: true }),
      };
    });
  },
};

/** The headings that are in the rendered mail: a title block without text is left out. */
function listShownHeadings(mail: Mail): readonly MailHeading[] {
  return mail.headings.filter(({ element, text }) => element !== undefined || text !== '');
}

/** Gives a heading another level; undefined when that cannot be written. */
function changeLevel(mail: Mail, heading: MailHeading, level: number): ContentOperations | undefined {
  const { blockId, element } = heading;
  const block = mail.blockOf.get(blockId)?.block;
  if (element === undefined) {
    return block?.type === 'title'
      ? changeBlock(blockId, { level, content: keepSize(mail, block) })
      : undefined;
  }
  if (block === undefined) return undefined;
  const { field, start, end } = element;
  const source = String(readField(block, field) ?? '').slice(start, end);
  const closing = new RegExp(`</${element.name}\\s*>$`, 'i');
  if (!closing.test(source)) return undefined;
  const size = mail.texts.find(({ role, ...text }) => role === 'heading' && isSame(text, heading))?.fontSize;
  const tag = source.slice(0, element.startTagEnd - start);
  const sized = size === undefined ? tag : setStyle(tag, element.attributes, 'font-size', `${size}px`);
  const text = (sized + source.slice(tag.length))
    .replace(/^<h[1-6]/i, `<h${level}`)
    .replace(closing, `</h${level}>`);
  return editHtml(block, field, [{ start, end, text }]);
}

function isSame(text: Pick<MailText, 'blockId' | 'text'>, heading: MailHeading): boolean {
  return text.blockId === heading.blockId && text.text === heading.text;
}

/** The content of a title in the size of its present level, for another level. */
function keepSize(mail: Mail, { id, content, level }: TitleBlock): string {
  const open = `<span style="font-size: ${HEADING_PIXELS[level]}px">`;
  const paragraphs = elementsOf(mail, id).filter(({ name, parent }) => name === 'p' && parent === undefined);
  if (paragraphs.length === 0) return `${open}${content}</span>`;
  const edits = paragraphs.flatMap(({ startTagEnd, end }): Edit[] => {
    const closing = /<\/p\s*>$/i.exec(content.slice(startTagEnd, end))?.[0].length ?? 0;
    const close = end - closing;
    return [
      { start: startTagEnd, end: startTagEnd, text: open },
      { start: close, end: close, text: '</span>' },
    ];
  });
  return applyEdits(content, edits);
}

/** Indexes of headings more than one level below the one before. */
function findSkips(levels: readonly number[]): number[] {
  return levels.flatMap((level, index) =>
    index > 0 && level - (levels[index - 1] ?? level) > 1 ? [index] : [],
  );
}

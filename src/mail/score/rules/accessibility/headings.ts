import type { ContentOperations } from '../../../model/index.ts';
import { changeBlock, editHtml, readField } from '../../fix.ts';
import type { Mail, MailHeading } from '../../mail/mail.ts';

/** The headings that are in the rendered mail: a title block without text is left out. */
export function listShownHeadings(mail: Mail): readonly MailHeading[] {
  return mail.headings.filter(({ element, text }) => element !== undefined || text !== '');
}

/** Gives a heading another level; undefined when that cannot be written. */
export function changeLevel(mail: Mail, heading: MailHeading, level: number): ContentOperations | undefined {
  const { blockId, element } = heading;
  if (element === undefined) return changeBlock(blockId, { level });
  const block = mail.blockOf.get(blockId)?.block;
  if (block === undefined) return undefined;
  const { field, start, end } = element;
  const source = String(readField(block, field) ?? '').slice(start, end);
  const closing = new RegExp(`</${element.name}\\s*>$`, 'i');
  if (!closing.test(source)) return undefined;
  const text = source.replace(/^<h[1-6]/i, `<h${level}`).replace(closing, `</h${level}>`);
  return editHtml(block, field, [{ start, end, text }]);
}

/** Places where the level goes down by more than one, as screen readers notice. */
export function findSkips(levels: readonly number[]): number[] {
  return levels.flatMap((level, index) =>
    index > 0 && level - (levels[index - 1] ?? level) > 1 ? [index] : [],
  );
}

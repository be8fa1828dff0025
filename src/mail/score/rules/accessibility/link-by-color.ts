import type { MailText, TextRun } from '../../mail/mail.ts';

const IN_TEXT = new Set(['paragraph', 'list-item', 'cell', 'html', 'heading']);

/** Links among other words that nothing but a color tells from them, or not even that. */
export function linksByColor(text: MailText): { link: TextRun; around: TextRun }[] {
  if (!IN_TEXT.has(text.role)) return [];
  const around = text.runs.find((run) => run.href === undefined && !run.hidden && /\p{L}/u.test(run.text));
  if (around === undefined) return [];
  return text.runs
    .filter((run) => run.href !== undefined && !run.hidden && /[\p{L}\p{N}]/u.test(run.text))
    .filter((run) => !run.underlined && run.bold === around.bold && run.background === around.background)
    .map((link) => ({ link, around }));
}

export function isLinkByColor(text: MailText): boolean {
  return linksByColor(text).length > 0;
}

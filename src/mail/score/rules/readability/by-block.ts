import type { MailText } from '../../mail/mail.ts';

/** Texts of each block that has some, in reading order: a rule says once per block what it has to say. */
export function groupByBlock(texts: readonly MailText[]): Map<string, MailText[]> {
  const groups = new Map<string, MailText[]>();
  for (const text of texts) {
    const group = groups.get(text.blockId);
    if (group === undefined) groups.set(text.blockId, [text]);
    else group.push(text);
  }
  return groups;
}

/** `, and 2 more here` when there is more than what was named. */
export function andMore(others: number): string {
  return others > 0 ? `, and ${others} more here` : '';
}

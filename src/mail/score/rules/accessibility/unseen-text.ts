import type { Mail } from '../../mail/mail.ts';
import { isBlended } from '../../mail/seen.ts';

const known = new WeakMap<Mail, boolean>();

/** Whether a mail has text in the color of its background: a better color for it makes words of it that count. */
export function hasUnseenText(mail: Mail): boolean {
  const before = known.get(mail);
  if (before !== undefined) return before;
  const found = mail.texts.some(({ runs }) => runs.some(isBlended));
  known.set(mail, found);
  return found;
}

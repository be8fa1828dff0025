import { derive, type Mail } from '../../mail/mail.ts';
import { isBlended } from '../../mail/seen.ts';

/** Whether a mail has text in the color of its background: a better color for it makes words of it that count. */
export function hasUnseenText(mail: Mail): boolean {
  return derive(mail, findUnseenText);
}

function findUnseenText({ texts }: Mail): boolean {
  return texts.some(({ runs }) => runs.some(isBlended));
}

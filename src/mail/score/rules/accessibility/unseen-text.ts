import { derive, type Mail } from '../../mail/mail.ts';
import { isInvisibleByColor } from '../../mail/styles.ts';

/** Whether a mail has text in the color of its background: a better color for it makes words of it that count. */
export function hasInvisibleText(mail: Mail): boolean {
  return derive(mail, findInvisibleText);
}

function findInvisibleText({ texts }: Mail): boolean {
  return texts.some(({ runs }) => runs.some(isInvisibleByColor));
}

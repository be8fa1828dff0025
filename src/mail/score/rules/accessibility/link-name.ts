import { memoize } from '../../../parse/memoize.ts';
import type { MailLink } from '../../mail/mail.ts';

/** The name of a link for those who cannot see it: its words, or its title when it has none. */
export function nameOf({ text, element }: MailLink): string {
  return text.trim() || (element?.attributes.title?.trim() ?? '');
}

/** A name with nothing in it that is not heard: case, punctuation, arrows. */
export const normalizeName = memoize(
  (name: string) => name,
  (name) =>
    name
      .toLowerCase()
      .replace(/’/g, "'")
      .replace(/[^\p{L}\p{N}']+/gu, ' ')
      .trim(),
);

/** Whether a link leads anywhere. */
export function leadsNowhere(href: string): boolean {
  return /^#?$/.test(href.trim());
}

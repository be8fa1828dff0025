import { memoize } from '../../../parse/memoize.ts';
import type { MailLink } from '../../mail/mail.ts';

/** The accessible name of a link: its words, or else its title. */
export function nameOf({ text, element }: MailLink): string {
  return text.trim() || (element?.attributes.title?.trim() ?? '');
}

/** A name for comparison: lower case, without punctuation and arrows. */
export const normalizeName = memoize(
  (name: string) => name,
  (name) =>
    name
      .toLowerCase()
      .replace(/’/g, "'")
      .replace(/[^\p{L}\p{N}']+/gu, ' ')
      .trim(),
);

/** Whether a link has no target: no address, or "#". */
export function leadsNowhere(href: string): boolean {
  return /^#?$/.test(href.trim());
}

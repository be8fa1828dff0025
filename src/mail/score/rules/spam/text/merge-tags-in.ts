import type { MailText } from '../../../mail/mail.ts';

/** The merge tags in a text as written, in the syntax of any template language. */
export function mergeTagsIn({ raw, text }: Pick<MailText, 'raw' | 'text'>): readonly string[] {
  // `text` has a word in place of each merge tag.
  return raw === text ? [] : (raw.match(/[{*<%][^{}]{0,80}[}*>%]/g) ?? []);
}

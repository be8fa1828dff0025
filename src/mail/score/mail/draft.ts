import type { PageLooks } from './looks.ts';
import type { MailBlock, MailElement, MailHeading, MailImage, MailLink, MailText } from './mail.ts';

/** The same, while it is being made. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** A mail while its blocks are read. */
export interface MailDraft {
  page: PageLooks;
  blocks: MailBlock[];
  texts: Draft<MailText>[];
  links: Draft<MailLink>[];
  images: MailImage[];
  headings: MailHeading[];
  elements: Draft<MailElement>[];
}

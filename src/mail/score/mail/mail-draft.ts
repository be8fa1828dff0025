import type { Extent } from '../../parse/allowed-html.ts';
import type {
  FieldPath,
  MailBlock,
  MailElement,
  MailHeading,
  MailImage,
  MailLink,
  MailText,
  TextRole,
} from './mail.ts';
import type { PageStyle, TextStyle } from './styles.ts';

/** The same type with writable fields. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The parts of a mail that reading its blocks fills. */
export interface MailDraft {
  page: PageStyle;
  blocks: MailBlock[];
  texts: Mutable<MailText>[];
  links: Mutable<MailLink>[];
  images: MailImage[];
  headings: MailHeading[];
  elements: Mutable<MailElement>[];
}

/** The HTML in a field of a block, and its surroundings. */
export interface HtmlSource {
  blockId: string;
  field: FieldPath;
  html: string;
  extent: Extent;
  /** The style it inherits. */
  textStyle: TextStyle;
  role: TextRole;
}

import type { MailFacts } from '../../../src/mail/score/mail/read-mail.ts';
import type { RuleFinding } from '../../../src/mail/score/rule.ts';

type Fields = Record<string, unknown>;

/** A mail, and the expected findings of one rule. */
export interface Case {
  is: string;
  rule: string;
  blocks?: Fields[];
  settings?: Fields;
  facts?: MailFacts;
  /** undefined: no finding; 'not measured'. */
  expects?: RuleFinding['severity'] | 'not measured';
  /** Text in the message. */
  names?: string;
}

export const paragraph = (html: string, id = 'p'): Fields => ({ type: 'paragraph', id, content: html });
export const title = (html: string, more: Fields = {}): Fields => ({
  type: 'title',
  id: 't',
  content: html,
  ...more,
});
export const button = (text: string, id = text): Fields => ({
  type: 'button',
  id,
  text,
  url: 'https://example.com/',
});
export const image: Fields = { type: 'image', id: 'i', src: 'https://example.com/a.png', alt: 'A door' };

export const words = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 3 === 0 ? 'the' : 'cat')).join(' ');
export const sentences = (count: number, length: number) =>
  Array(count)
    .fill(`One ${words(length - 1)}.`)
    .join(' ');

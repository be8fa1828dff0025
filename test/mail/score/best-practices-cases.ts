import type { MailFacts } from '../../../src/mail/score/mail/read-mail.ts';
import type { Severity } from '../../../src/mail/score/rule.ts';
import type { Loose } from '../render/rendering.ts';
import { p } from './mail-reading.ts';

/** A mail, and the severities of all findings of one rule. */
export type Case = [
  rule: string,
  what: string,
  blocks: Loose[],
  found: Severity[],
  facts?: MailFacts & { settings?: Loose },
];

export const html = (content: string): Loose => ({ type: 'html', content });
export const link = (href: string): Loose => p(`<p><a href="${href}">Our map</a></p>`);
export const image = (src: string): Loose => ({ type: 'image', src, alt: 'A map' });
export const section = (columns: string, children: Loose[][], more: Loose = {}): Loose => ({
  type: 'section',
  columns,
  children,
  ...more,
});
/** The facts of a rendered mail. */
export const rendered = (markup: string, text = 'One two three') => ({
  rendered: { html: markup, text, bytes: Buffer.byteLength(markup) },
});

import type { MailKind } from '../../../src/mail/score/mail/mail.ts';
import { contentOf, type Loose } from '../render/rendering.ts';
import type { Sample } from './defects/sample.ts';

type Text = string;

export const p = (...lines: Text[]): Loose => ({
  type: 'paragraph',
  content: lines.map((line) => `<p>${line}</p>`).join(''),
});
export const h = (content: Text, level = 2): Loose => ({ type: 'title', level, content });
export const button = (text: Text, url: string): Loose => ({ type: 'button', text, url });
export const image = (name: string, alt: Text, width: number | 'full' = 'full'): Loose => ({
  type: 'image',
  src: `https://images.example.com/${name}.jpg`,
  alt,
  width,
});
export const rows = (...lines: [Text, Text][]): Loose => ({
  type: 'table',
  hasHeaderRow: false,
  rows: lines.map((cells) => ({ cells: cells.map((content) => ({ content })) })),
});
export const columns = (...lists: Loose[][]): Loose => ({
  type: 'section',
  columns: String(lists.length),
  children: lists,
});
export const divider: Loose = { type: 'divider' };

/** A paragraph with a link to unsubscribe, and one with the sender’s address. */
export function footer(line: Text, leave: Text, address: Text): Loose {
  const link = `<a href="https://news.example.com/leave?id={{ id }}">${leave}</a>`;
  return { type: 'paragraph', content: `<p>${line} ${link}</p><p>${address}</p>` };
}

export function mail(
  name: string,
  kind: MailKind,
  locale: string,
  subject: string,
  preheaderText: Text,
  blocks: Loose[],
): Sample {
  return { name, kind, subject, content: contentOf(blocks, { locale, preheaderText }) };
}

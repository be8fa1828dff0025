import { type Static, Type } from '@sinclair/typebox';
import type { TemplateContent } from '../../mail/model/index.ts';
import { findLead } from '../../mail/parse/lead.ts';
import { namesUnsubscribing } from '../../mail/parse/unsubscribe.ts';
import { nullable } from '../../platform/json/nullable.ts';
import { parseStoredJson, type StoredJson } from '../../platform/json/stored-json.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { readBrand } from '../projects/index.ts';
import { type MailSource, renderMail } from './render-mail.ts';

/** Characters that inboxes show of subject and preview text: phones, narrow and wide windows. */
const CUTS = [40, 70, 90];

const Line = Type.Object({
  characters: Type.Integer(),
  subject: Type.String(),
  preview: Type.String(),
});

/** How a mail looks in a list of mails. */
export const InboxView = Type.Object(
  {
    sender: nullable(Type.String(), 'The company name of the brand; null if it has none.'),
    subject: nullable(Type.String(), 'null if the template has none.'),
    preheader: nullable(Type.String()),
    summary: Type.String({
      description: 'The first sentences, of which inboxes make a summary in the place of the preheader.',
    }),
    lines: Type.Array(Line, {
      description: 'Subject, and preheader or summary, cut where inboxes cut them.',
    }),
    headers: Type.Record(Type.String(), Type.String(), {
      description:
        'Headers for one-click unsubscribing that the sending service has to add; empty without a link.',
    }),
  },
  { 'x-tool-schema': { type: 'object' } },
);

export async function viewInbox(
  context: TenantContext,
  source: MailSource,
): Promise<Static<typeof InboxView>> {
  const { settings } = JSON.parse(await source.readContent()) as TemplateContent;
  const { plain_text } = await renderMail(context, source, { format: 'html', plain_text: true });
  const text = parseStoredJson(plain_text as StoredJson<string>);
  const brand = await readBrand(context);
  const subject = settings.subject?.trim() || source.title || null;
  const preheader = settings.preheaderText?.trim() || null;
  const summary = findLead(text.split('\n').map(withoutMarks));
  return {
    sender: brand.company_name ?? null,
    subject,
    preheader,
    summary,
    lines: CUTS.map((characters) => ({
      characters,
      subject: cut(subject ?? '', characters),
      preview: cut(preheader ?? summary, characters),
    })),
    headers: listHeaders(brand.unsubscribe_url ?? findUnsubscribeAddress(text)),
  };
}

/** A line of plain text without underlines, descriptions of pictures, marks of lists and addresses of links. */
function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(?:[=-]{3,}$|[-*•]\s+|\d+\.\s+)/, '')
    .replace(/^\[[^\]]*\]/, '')
    .replace(/ ?\((?:https?:|mailto:|tel:|\{\{)[^\s()]{0,2000}\)/g, '')
    .trim();
}

function findUnsubscribeAddress(text: string): string | undefined {
  return [...text.matchAll(/https:\/\/[^\s()<>]+/g)].map(([address]) => address).find(namesUnsubscribing);
}

/** RFC 2369 and RFC 8058. */
function listHeaders(address: string | undefined): Record<string, string> {
  if (address === undefined) return {};
  return {
    'List-Unsubscribe': `<${address}>`,
    ...(!/^mailto:/i.test(address) && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

import { isSafeLink } from '../../parse/safe-url.ts';
import { shorten } from '../../parse/shorten.ts';
import { type MailPage, warn } from '../page.ts';

/** Attributes of a link in MJML; undefined ones are left out. */
interface LinkAttributes {
  href: string | undefined;
  target: string | undefined;
  rel: string | undefined;
}

/** The URL of a link as it may stand in a mail: undefined when it is empty, and, with a warning, when it is unsafe. */
export function readLink(url: string | undefined, blockId: string, page: MailPage): string | undefined {
  const trimmed = url?.trim();
  if (!trimmed) return undefined;
  if (isSafeLink(trimmed)) return trimmed;
  warnOfLink(page, blockId, trimmed);
  return undefined;
}

/** Warns of a link that a mail may not have. */
export function warnOfLink(page: MailPage, blockId: string, url: string): void {
  const message = `The link to ${quoteAddress(url)} is left out: not a link a mail may have.`;
  warn(page, 'unsafe_link', blockId, message);
}

/** An address for messages. */
export function quoteAddress(url: string): string {
  return JSON.stringify(shorten(url.trim(), 60));
}

/** MJML opens links of buttons and pictures in a new tab unless told otherwise. */
export function linkAttributes(href: string | undefined, openInNewTab: boolean | undefined): LinkAttributes {
  if (href === undefined) return { href, target: undefined, rel: undefined };
  return openInNewTab === false || href.startsWith('#')
    ? { href, target: '_self', rel: undefined }
    : { href, target: '_blank', rel: 'noopener' };
}

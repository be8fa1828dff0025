import { getDomain } from 'tldts';
import { quote } from '../../../quote.ts';
import { isPublicHost } from './hosts.ts';
import { linkRule } from './link-rule.ts';

/** A URL, or a host with or without a path, and nothing else. */
const ADDRESS = /^(?:(https?:\/\/)|(www\.))?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?(?:[/?#]\S*)?$/iu;
/** File extensions and product names that look like hosts. */
const NO_HOST = /\.(?:md|py|sh|pl|rs|zip|mov|ps|cc)$|^(?:asp|vb|ado|ml)\.net$/i;

/** Domains of the same owner. */
const SAME_OWNER: ReadonlyMap<string, string> = new Map([
  ['youtu.be', 'youtube.com'],
  ['twitter.com', 'x.com'],
  ['t.co', 'x.com'],
  ['fb.com', 'facebook.com'],
  ['fb.me', 'facebook.com'],
  ['m.me', 'facebook.com'],
  ['wa.me', 'whatsapp.com'],
  ['lnkd.in', 'linkedin.com'],
  ['t.me', 'telegram.org'],
  ['telegram.me', 'telegram.org'],
  ['amzn.to', 'amazon.com'],
  ['apple.co', 'apple.com'],
  ['goo.gl', 'google.com'],
  ['g.co', 'google.com'],
]);

/**
 * A link whose text is one address but leads to another, as in phishing. SpamAssassin gives 0.1 points for some of
 * them, and mailbox providers warn of them. Compares registrable domains, by the Public Suffix List. Links with a merge
 * tag in the host are skipped.
 */
export const linkMismatchRule = linkRule('spam.link-mismatch', 'high', [2.5, 1], ({ domain }, { text }) => {
  const shown = readShownDomain(text);
  if (shown === undefined || ownerOf(shown) === ownerOf(domain ?? '')) return undefined;
  return {
    message: `The link reads ${quote(text)} but leads to ${domain ?? 'another address'}.`,
    suggestion: 'Let the link read what it is about, or let it lead where it says.',
  };
});

function readShownDomain(text: string): string | undefined {
  const [, scheme, www, host] = ADDRESS.exec(text.trim()) ?? [];
  if (host === undefined || !isPublicHost(host)) return undefined;
  if (!scheme && !www && !/[/?#]/.test(text) && NO_HOST.test(host)) return undefined;
  return getDomain(host.toLowerCase()) ?? undefined;
}

function ownerOf(domain: string): string {
  return SAME_OWNER.get(domain) ?? domain;
}

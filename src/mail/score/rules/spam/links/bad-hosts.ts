import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { quote } from '../../../quote.ts';
import { foldWord } from '../text/fold.ts';
import badHosts from './bad-hosts.json';
import { isLocalHost, type Target } from './hosts.ts';
import { linkRule } from './link-rule.ts';

/**
 * Links to an IP address, with a password in the URL, or to an unusual port. SpamAssassin's NORMAL_HTTP_TO_IP gives 0.2
 * points for the first; blocklists and mailbox providers weigh it far more.
 */
export const ipLinkRule = linkRule('spam.ip-link', 'high', [2.5, 0.5], (target) => {
  const what = isLocalHost(target.host) ? undefined : describeBareHost(target);
  if (what === undefined) return undefined;
  return {
    message: `A link leads to ${what}.`,
    suggestion: 'Link to a page under a domain name of your own.',
  };
});

function describeBareHost({ url, host }: Target): string | undefined {
  if (/^\d+(?:\.\d+){3}$/.test(host) || host.startsWith('[')) return `the number ${host} instead of a name`;
  if (url.username !== '' || url.password !== '') return `${host} with a user name in front`;
  return url.port === '' ? undefined : `port ${url.port} of ${host}`;
}

/** Most labels of a host before its public suffix; newsletters use fewer. */
const MAX_LABELS = 3;

/**
 * Top-level domains known for abuse: cheap, or once free. Chosen for this project from general knowledge, without
 * statistics. Those with much legitimate use (.shop, .online, .site, .info) are left out.
 */
const ABUSED = new Set(badHosts.abusedEndings);

/** Hosts that imitate another name, have many labels, or a top-level domain known for abuse. */
export const oddHostRule = linkRule('spam.odd-host', 'medium', [1, 0.2], ({ host }) => {
  const what = isLocalHost(host) ? undefined : describeOddHost(host);
  if (what === undefined) return undefined;
  return { message: `A link leads to ${what}.`, suggestion: 'Link to the well-known domain of the sender.' };
});

function describeOddHost(host: string): string | undefined {
  const { publicSuffix, subdomain } = parse(host);
  const imitated = readImitation(host);
  if (imitated !== undefined)
    return `${quote(domainToUnicode(host))}, which looks like ${imitated} and is not`;
  if (ABUSED.has(publicSuffix ?? '')) return `${host}; much spam comes from .${publicSuffix}`;
  const labels = (subdomain ?? '').split('.').length + 1;
  return labels > MAX_LABELS ? `${host}, which has ${labels + 1} parts` : undefined;
}

/**
 * The Latin name that an internationalized host imitates; undefined for others, because other scripts may be
 * legitimate.
 */
function readImitation(host: string): string | undefined {
  if (!host.includes('xn--')) return undefined;
  const folded = domainToUnicode(host).split('.').map(foldWord).join('.');
  const isLatin =
    /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(domainToUnicode(host)) && /^[a-z0-9.-]+$/.test(folded);
  return isLatin ? folded : undefined;
}

/** Public URL shorteners. Written for this project. Shorteners of one brand (youtu.be, amzn.to) are left out. */
const SHORTENERS = new Set(badHosts.shorteners);

/** Links through a public shortener, which spam uses too. */
export const shortenerRule = linkRule('spam.shortener', 'medium', [1, 0.3], ({ host, domain }) => {
  const name = [host.replace(/^www\./, ''), domain ?? ''].find((candidate) => SHORTENERS.has(candidate));
  if (name === undefined) return undefined;
  return {
    message: `A link goes through ${name}, a public shortener of links.`,
    suggestion: 'Link to the page itself; a link in HTML may be as long as it is.',
  };
});

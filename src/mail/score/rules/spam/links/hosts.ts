import { getDomain, parse } from 'tldts';
import { splitMergeTags } from '../../../../parse/merge-tags.ts';

/** Where a link leads. */
export interface Target {
  url: URL;
  /** Lower case, in ASCII. */
  host: string;
  /** The registrable domain, e.g. `example.co.uk`; null for IP addresses and names without a public suffix. */
  domain: string | null;
}

/** Reads a web URL; undefined for other schemes, relative URLs, and hosts with a merge tag. */
export function readTarget(href: string): Target | undefined {
  const plain = fillTags(href);
  if (plain === undefined || !/^(?:https?:)?\/\//i.test(plain)) return undefined;
  const url = URL.parse(plain.startsWith('//') ? `https:${plain}` : plain);
  if (url === null || url.hostname === '') return undefined;
  const host = url.hostname.toLowerCase();
  return { url, host, domain: getDomain(host) };
}

/** Replaces each merge tag by a letter; undefined when one comes before the end of the host. */
function fillTags(href: string): string | undefined {
  const pieces = splitMergeTags(href.trim());
  const before = pieces[0]?.isTag === false ? pieces[0].text : '';
  if (pieces.length > 1 && !/^(?:https?:)?\/\/[^/?#]+[/?#]/i.test(before)) return undefined;
  return pieces.map(({ text, isTag }) => (isTag ? 'x' : text)).join('');
}

/** Whether a host ends in a public suffix. */
export function isPublicHost(host: string): boolean {
  const { isIcann, domain, isIp } = parse(host);
  return isIcann === true && domain !== null && isIp !== true;
}

/** Whether a host is local or for tests: left over from development, not spam. */
export function isLocalHost(host: string): boolean {
  return /(?:^|\.)localhost$|\.(?:test|local|internal)$|^127\.|^\[::1\]$|^0\.0\.0\.0$/.test(host);
}

import { getDomain, parse } from 'tldts';
import { splitMergeTags } from '../../../../parse/merge-tags.ts';

/** Where a link leads. */
export interface Target {
  url: URL;
  /** Lower case, in ASCII. */
  host: string;
  /** What one registers, e.g. `example.co.uk`; null for addresses and names without a public suffix. */
  domain: string | null;
}

/** Reads a URL of the web; undefined for others, relative ones, and those whose host is or has a merge tag. */
export function readTarget(href: string): Target | undefined {
  const plain = fillTags(href);
  if (plain === undefined || !/^(?:https?:)?\/\//i.test(plain)) return undefined;
  const url = URL.parse(plain.startsWith('//') ? `https:${plain}` : plain);
  if (url === null || url.hostname === '') return undefined;
  const host = url.hostname.toLowerCase();
  return { url, host, domain: getDomain(host) };
}

/** A letter for each merge tag, which is enough when all of them come after the host. */
function fillTags(href: string): string | undefined {
  const pieces = splitMergeTags(href.trim());
  const before = pieces[0]?.isTag === false ? pieces[0].text : '';
  if (pieces.length > 1 && !/^(?:https?:)?\/\/[^/?#]+[/?#]/i.test(before)) return undefined;
  return pieces.map(({ text, isTag }) => (isTag ? 'x' : text)).join('');
}

/** Whether a name is one the internet knows: its end is a public suffix. */
export function isPublicHost(host: string): boolean {
  const { isIcann, domain, isIp } = parse(host);
  return isIcann === true && domain !== null && isIp !== true;
}

/** Names of this computer and of test machines: left over from development, not spam. */
export function isLocalHost(host: string): boolean {
  return /(?:^|\.)localhost$|\.(?:test|local|internal)$|^127\.|^\[::1\]$|^0\.0\.0\.0$/.test(host);
}

import { decodePercent } from '../../../parse/escape.ts';
import { MERGE_TAG_DIALECTS, withoutMergeTags } from '../../../parse/merge-tags.ts';
import type { Mail } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding, Severity } from '../../rule.ts';

interface Fault {
  severity: Severity;
  what: string;
  suggestion: string;
}

/** Links and images whose address does not work in a received mail. */
export const urlRule: Rule = {
  id: 'best.url',
  area: 'bestPractices',
  check(mail) {
    return [...listUrls(mail)].flatMap(({ blockId, url, name }) => {
      const fault = findFault(url, name === 'link');
      return fault === undefined ? [] : [describe(blockId, url, name, fault)];
    });
  },
};

interface Url {
  blockId: string;
  url: string;
  name: 'link' | 'picture';
}

function* listUrls({ links, images }: Mail): Generator<Url> {
  for (const { blockId, href } of links) yield { blockId, url: href.trim(), name: 'link' };
  for (const { blockId, src, kind } of images) {
    if (kind !== 'social' && kind !== 'countdown') yield { blockId, url: src.trim(), name: 'picture' };
  }
}

function describe(
  blockId: string,
  url: string,
  name: string,
  { severity, what, suggestion }: Fault,
): RuleFinding {
  return { severity, blockId, message: `The ${name} ${quote(url, 80)} ${what}.`, suggestion };
}

const KNOWN_SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'webcal', 'whatsapp', 'tg', 'geo']);
const PLACEHOLDER_HOST =
  /(?:^|\.)(?:example\.(?:com|org|net)|yourdomain\.com|yoursite\.com|your-website\.com|domain\.com)$/i;
const INTERNAL_HOST =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+)$|\.(?:test|local|localhost|internal|invalid|lan)$|(?:^|[.-])(?:staging|stage|dev|preview)(?:[.-]|$)/i;

/** An address that begins with a merge tag is not checked. */
function findFault(url: string, isLink: boolean): Fault | undefined {
  if (url === '' || startsWithTag(url)) return undefined;
  if (url.startsWith('#')) return isLink ? PLACEHOLDER : undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d+(?:\/|$))/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return findRelativeFault(url);
  if (scheme === 'mailto') return findMailtoFault(url);
  if (scheme === 'tel' || scheme === 'sms') return findPhoneFault(url);
  if (scheme === 'http' || scheme === 'https') return findHostFault(url);
  // Other rules check images in other schemes, and scripts.
  if (!isLink || KNOWN_SCHEMES.has(scheme) || /script$/.test(scheme)) return undefined;
  return {
    severity: 'medium',
    what: `begins with “${scheme}:”, which most mail clients do not open`,
    suggestion: 'Link to a web page that opens the app.',
  };
}

function startsWithTag(url: string): boolean {
  return MERGE_TAG_DIALECTS.some(({ open }) => url.startsWith(open));
}

const PLACEHOLDER: Fault = {
  severity: 'medium',
  what: 'is a placeholder and leads nowhere',
  suggestion: 'Put in the address it is to lead to.',
};

function findRelativeFault(url: string): Fault {
  if (/^\/\//.test(url)) {
    return {
      severity: 'high',
      what: 'has no scheme; in a mail there is none to take over',
      suggestion: 'Write https: in front of it.',
    };
  }
  if (/^[^\s@/]+@[^\s@/]+\.[a-z]{2,}$/i.test(url)) {
    return {
      severity: 'high',
      what: 'is a mail address without mailto:',
      suggestion: `Write mailto:${url} instead.`,
    };
  }
  const isHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/:?#]|$)/i.test(url);
  return {
    severity: 'high',
    what: isHost ? 'has no https:// in front' : 'is relative, and a mail has no address of its own',
    suggestion: isHost
      ? `Write https://${url} instead.`
      : 'Write the whole address, with https:// and the host.',
  };
}

function findMailtoFault(url: string): Fault | undefined {
  const address = withoutMergeTags(url.slice('mailto:'.length).split('?', 1)[0] ?? '');
  const isTagOnly = address === '' && url.length > 'mailto:'.length;
  const isWhole = address
    .split(',')
    .every((one) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]{2,}$/.test(decodePercent(one.trim())));
  if (isTagOnly || isWhole || address !== url.slice('mailto:'.length).split('?', 1)[0]) return undefined;
  return {
    severity: 'medium',
    what: 'is no complete mail address',
    suggestion: 'Write mailto: and an address such as help@company.com.',
  };
}

function findPhoneFault(url: string): Fault | undefined {
  const number = url.slice(url.indexOf(':') + 1).split(/[?;]/, 1)[0] ?? '';
  if (withoutMergeTags(number) !== number) return undefined;
  const digits = number.replace(/[\s().-]/g, '');
  if (/^\+?[\d*#]{3,15}$/.test(digits)) return undefined;
  return {
    severity: 'medium',
    what: 'is no telephone number',
    suggestion: 'Write it with the country code and digits only, such as tel:+12025550123.',
  };
}

function findHostFault(url: string): Fault | undefined {
  const authority = /^https?:\/\/([^/?#\s]*)/i.exec(url)?.[1];
  if (authority === undefined || authority === '') {
    return {
      severity: 'high',
      what: 'has no host',
      suggestion: 'Write the whole address, with https:// and the host.',
    };
  }
  if (startsWithTag(authority) || withoutMergeTags(authority) !== authority) return undefined;
  const host = authority.replace(/^.*@/, '').replace(/:\d+$/, '');
  if (INTERNAL_HOST.test(host)) {
    return {
      severity: 'high',
      what: 'leads to a machine readers cannot reach',
      suggestion: 'Use the public address.',
    };
  }
  return PLACEHOLDER_HOST.test(host) ? PLACEHOLDER : undefined;
}

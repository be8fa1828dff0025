import { parse } from 'tldts';
import type { ContentOperations } from '../../../../model/index.ts';
import { changeField, editStartTag, setAttribute } from '../../../fix.ts';
import type { FieldPath, Mail, MailElement } from '../../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../../rule.ts';
import { spreadPoints } from '../spread-points.ts';
import { isLocalHost, readTarget } from './hosts.ts';

/**
 * Large sites, and top-level domains, that are served over https only, so that changing the scheme is safe. A short
 * list from general knowledge, not the preload list of browsers.
 */
const ALWAYS_SECURE = new Set(
  'facebook.com instagram.com twitter.com x.com linkedin.com youtube.com youtu.be pinterest.com tiktok.com github.com google.com apple.com whatsapp.com wa.me t.me reddit.com wikipedia.org paypal.com dropbox.com vimeo.com'.split(
    ' ',
  ),
);
const ALWAYS_SECURE_SUFFIXES = new Set('app dev page new day foo zip mov'.split(' '));

interface Reference {
  blockId: string;
  url: string;
  host: string;
  isPicture: boolean;
  field: FieldPath;
  element: MailElement | undefined;
}

/** Links and images over http: others can read and change them on the way, and browsers warn of them. */
export const insecureLinkRule: Rule = {
  id: 'spam.insecure-link',
  area: 'spam',
  check(mail) {
    const byBlock = Map.groupBy(listReferences(mail), ({ blockId }) => blockId);
    const findings = [...byBlock].map(([blockId, places]) => describe(mail, blockId, places));
    return spreadPoints(findings, 0.3, 0.02);
  },
};

function listReferences({ links, images }: Mail): Reference[] {
  const all = [
    ...links.map((link) => ({ ...link, url: link.href, isPicture: false })),
    ...images.map((image) => ({ ...image, url: image.src, isPicture: true })),
  ];
  return all.flatMap(({ blockId, url, isPicture, field, element }) => {
    if (!/^\s*http:/i.test(url)) return [];
    const host = readTarget(url)?.host;
    return host === undefined || isLocalHost(host) ? [] : [{ blockId, url, host, isPicture, field, element }];
  });
}

function describe(
  mail: Mail,
  blockId: string,
  references: readonly Reference[],
): Omit<RuleFinding, 'points'> {
  const [first] = references as [Reference];
  const others = references.length > 1 ? `, and ${references.length - 1} more in this block` : '';
  const fix = secure(mail, references);
  return {
    severity: 'low',
    blockId,
    message: `${first.isPicture ? 'A picture' : 'A link'} uses http: ${first.host}${others}.`,
    suggestion: 'Use https, after a look whether the page answers there.',
    ...(fix && { fix, fixNeedsTrial: true }),
  };
}

/** Fixes a single place only: several edits of one list or HTML would overwrite each other. */
function secure(mail: Mail, references: readonly Reference[]): ContentOperations | undefined {
  const [place] = references;
  if (place === undefined || references.length > 1 || !isAlwaysSecure(place.host)) return undefined;
  const block = mail.blockOf.get(place.blockId)?.block;
  if (block === undefined) return undefined;
  const url = place.url.replace(/^\s*http:/i, 'https:');
  if (place.element === undefined) return changeField(block, place.field, url);
  const fix = editStartTag(mail, place.element, (tag) =>
    setAttribute(tag, place.isPicture ? 'src' : 'href', url),
  );
  // With unbalanced quotes the old URL may still be in the tag.
  return JSON.stringify(fix).includes(`http://${place.host}`) ? undefined : fix;
}

function isAlwaysSecure(host: string): boolean {
  const { domain, publicSuffix } = parse(host);
  return ALWAYS_SECURE.has(domain ?? '') || ALWAYS_SECURE_SUFFIXES.has(publicSuffix ?? '');
}

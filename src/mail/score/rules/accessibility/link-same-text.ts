import { hasMergeTag } from '../../../parse/merge-tags.ts';
import type { Mail, MailLink } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { leadsNowhere, nameOf, normalizeName } from './link-name.ts';
import { isVague } from './link-vague.ts';

/**
 * Links of the same name that lead to different places (WCAG 2.2, 2.4.4). Not reported: targets with merge tags, links
 * in blocks with a display condition, and vague names, which have a rule of their own.
 */
export const linkSameTextRule: Rule = {
  id: 'a11y.link-same-text',
  area: 'accessibility',
  check(mail) {
    const named = mail.links.filter((link) => isComparable(mail, link));
    const byName = Map.groupBy(named, (link) => normalizeName(nameOf(link)));
    return [...byName].flatMap(([name, links]) => (name === '' ? [] : reportOthers(links)));
  },
};

function isComparable(mail: Mail, link: MailLink): boolean {
  if (leadsNowhere(link.href) || hasMergeTag(link.href)) return false;
  return !mail.blockOf.get(link.blockId)?.isConditional && !isVague(nameOf(link), mail.language);
}

function reportOthers(links: readonly MailLink[]): RuleFinding[] {
  const [first, ...others] = links as [MailLink, ...MailLink[]];
  const place = normalizeAddress(first.href);
  const seen = new Set<string>([place]);
  return others.flatMap((link) => {
    const other = normalizeAddress(link.href);
    if (seen.has(other)) return [];
    seen.add(other);
    return [
      {
        severity: 'low',
        blockId: link.blockId,
        message: `Two links are called ${quote(nameOf(link), 40)} but lead to different places: ${quote(first.href, 50)} and ${quote(link.href, 50)}.`,
        suggestion: 'Name each by what it leads to.',
      },
    ];
  });
}

/** An address without tracking parameters and the slash at its end, which do not make it another place. */
function normalizeAddress(href: string): string {
  return href
    .trim()
    .replace(/(?<=[?&])(?:utm_[a-z]+|mc_[a-z]+)=[^&#]*&?/gi, '')
    .replace(/[?&](?=$|#)/, '')
    .replace(/(?<!\/)\/+(?=$|[?#])/, '')
    .toLowerCase();
}

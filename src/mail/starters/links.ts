import type { StarterName } from './choose-starter.ts';
import type { DesignContext } from './design.ts';
import { PLACEHOLDER_TAGS, type TagPurpose } from './tags.ts';

/** Tags with an address made for one kind of mail. */
const OWN_TAGS: Partial<Record<StarterName, TagPurpose>> = {
  verify: 'verifyUrl',
  reset: 'resetUrl',
  receipt: 'orderUrl',
  shipping: 'trackingUrl',
  event: 'eventUrl',
  survey: 'surveyUrl',
};

/** Mails whose button needs an address for its reader; a home page is no use. */
const PERSONAL: ReadonlySet<StarterName> = new Set(['verify', 'reset']);

const UNSUBSCRIBE = /unsub|opt-?out|abmeld|desinscri|desabon|afmeld|uitschrij|disiscri|descadastr/i;

/**
 * The addresses of the button and of the link to unsubscribe. An address of the prompt comes first, then offered merge tags,
 * then the brand. The documented placeholder tags are used only when no merge tags were offered.
 */
export function findLinks({
  facts,
  brand,
  tags,
  kind,
  starter,
}: Pick<DesignContext, 'facts' | 'brand' | 'tags' | 'kind'> & { starter: StarterName }): Pick<
  DesignContext,
  'actionUrl' | 'unsubscribeUrl'
> {
  const own = OWN_TAGS[starter];
  const home = PERSONAL.has(starter) ? undefined : brand.website_url;
  const standIn = (tag: string) => (tags.isKnown ? undefined : tag);
  const leave =
    facts.urls.find((url) => UNSUBSCRIBE.test(url)) ??
    brand.unsubscribe_url ??
    tags.find('unsubscribe') ??
    standIn(PLACEHOLDER_TAGS.unsubscribe);
  return {
    actionUrl:
      facts.urls.find((url) => !UNSUBSCRIBE.test(url)) ??
      (own === undefined ? undefined : tags.find(own)) ??
      tags.find('url') ??
      home ??
      standIn(PLACEHOLDER_TAGS.action) ??
      '',
    unsubscribeUrl: kind === 'marketing' ? leave : undefined,
  };
}

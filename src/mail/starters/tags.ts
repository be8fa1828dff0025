import { expressionOfTag } from '../parse/merge-tag-meaning.ts';
import { hasMergeTag } from '../parse/merge-tags.ts';

/** A merge tag as the editor or the agent offers it. */
export interface OfferedTag {
  label: string;
  /** As it is to be written, e.g. `{{ first_name }}`. */
  value: string;
}

/**
 * The only merge tags Galley itself defines, documented in docs/ai.md. They fill the places a mail needs (button,
 * unsubscribe link, postal address) when no merge tags were offered. Never used beside offered ones.
 */
export const PLACEHOLDER_TAGS = {
  action: '{{ action_url }}',
  unsubscribe: '{{ unsubscribe_url }}',
  address: '{{ postal_address }}',
} as const;

export type TagPurpose =
  | 'firstName'
  | 'fullName'
  | 'unsubscribe'
  | 'viewOnline'
  | 'address'
  | 'verifyUrl'
  | 'resetUrl'
  | 'orderUrl'
  | 'trackingUrl'
  | 'eventUrl'
  | 'surveyUrl'
  | 'url'
  | 'code'
  | 'order'
  | 'total'
  | 'tracking'
  | 'date'
  | 'duration';

/** How tags are named, in tag and label; between the words of a name there may be any character or none. */
const NAMES: Record<TagPurpose, RegExp> = {
  firstName: /first.?name|given.?name|\bfname\b|vorname|pr[ée]nom|voornaam|nombre$|\bnome$/i,
  fullName:
    /full.?name|(?:customer|user|contact|recipient|subscriber|display).?name|^name$|^vollständiger name$/i,
  unsubscribe:
    /unsub|opt.?out|abmeld|austrag|d[ée]sabonn|d[ée]sinscri|\bbaja\b|afmeld|uitschrij|disiscri|descadastr/i,
  viewOnline:
    /view.?(?:in.?browser|online)|browser.?(?:link|url|version)|web.?version|online.?version|mirror.?page|\barchive\b/i,
  address:
    /(?:postal|company|mailing|business|street|sender|our).?address|list.?address|^address$|postadresse|anschrift|^adresse$|direcci[óo]n|indirizzo|endere[çc]o|imprint|impressum/i,
  verifyUrl:
    /(?:verif|confirm|activat|bestätig|aktivier)\w*.?(?:url|link|href)|(?:url|link).{0,9}(?:verif|confirm|activat)/i,
  resetUrl: /(?:reset|password|passwort|recover)\w*.?(?:url|link|href)|(?:url|link).{0,9}(?:reset|password)/i,
  orderUrl: /(?:order|invoice|receipt|bestell|rechnung|commande|pedido|factura)\w*.?(?:url|link|href)/i,
  trackingUrl: /(?:track|trace|sendung|suivi)\w*.?(?:url|link|href)/i,
  eventUrl: /(?:event|register|registration|rsvp|ticket|booking|invit)\w*.?(?:url|link|href)/i,
  surveyUrl: /(?:survey|feedback|review|umfrage|enqu)\w*.?(?:url|link|href)/i,
  url: /(?:^|[._\s])(?:action|cta|button|target|landing|login|app|account|dashboard|site|website|shop|home|page)?.?(?:url|link|href)$/i,
  code: /(?:^|[._\s])(?:otp|pin|(?:promo|coupon|discount|voucher|verification|security|login|access)?.?code)$/i,
  order: /(?:order|invoice|receipt|bestell|rechnungs?).?(?:number|no|nr|id|nummer)$/i,
  total: /(?:^|[._\s])(?:order|grand|invoice)?.?(?:total|amount|sum|betrag|summe)(?:.?amount)?$/i,
  tracking: /(?:tracking|parcel|shipment|sendungs?).?(?:number|no|nr|id|nummer|code)$/i,
  date: /(?:^|[._\s])(?:order|event|delivery|start|due|expir\w*)?.?(?:date|datum|fecha|data)$/i,
  duration: /expires?.?in|valid.?for|lifetime|(?:expiry|expiration).?(?:time|minutes|hours)/i,
};

/** Finds offered tags by what they are for. */
export interface TagFinder {
  /** The tag as it is to be written; undefined when none was offered for this. */
  find(...purposes: TagPurpose[]): string | undefined;
  /** Whether merge tags were offered. */
  isKnown: boolean;
}

/** Most characters of a name that are read. */
const MAX_NAME = 100;

const FALLBACK = /\|\s*(?:default|fallback)\b|\?\?|\bdefault\s*[=(:]/i;

export function makeTagFinder(offered: readonly OfferedTag[]): TagFinder {
  const tags = offered
    .filter(({ value }) => hasMergeTag(value))
    .map(({ label, value }) => ({
      value: value.trim(),
      names: [expressionOfTag(value), label.trim()].map((name) => partWords(name.slice(0, MAX_NAME))),
    }))
    // A tag with a fallback prints a text even without a value.
    .sort((one, other) => Number(FALLBACK.test(other.value)) - Number(FALLBACK.test(one.value)));
  return {
    isKnown: tags.length > 0,
    find(...purposes) {
      for (const purpose of purposes) {
        const found = tags.find(({ names }) => names.some((name) => isFor(purpose, name)));
        if (found !== undefined) return found.value;
      }
      return undefined;
    },
  };
}

/** Names that match a purpose but mean something else. */
const OTHERWISE: Partial<Record<TagPurpose, RegExp>> = {
  address: /e-?mail/i,
  code: /zip|post|country|lang|status|area|currency|sku|product/i,
  total: /sub.?total/i,
  url: /image|img|logo|picture|photo|avatar|icon/i,
};

/** Addresses for other purposes than the main button. */
const OTHER_URLS: readonly TagPurpose[] = [
  'unsubscribe',
  'viewOnline',
  'verifyUrl',
  'resetUrl',
  'orderUrl',
  'trackingUrl',
  'eventUrl',
  'surveyUrl',
];

function isFor(purpose: TagPurpose, name: string): boolean {
  if (!NAMES[purpose].test(name) || OTHERWISE[purpose]?.test(name)) return false;
  return purpose !== 'url' || !OTHER_URLS.some((other) => NAMES[other].test(name));
}

/** `orderDate` → `order_Date`: the words of a name are found at its borders. */
function partWords(name: string): string {
  return name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2');
}

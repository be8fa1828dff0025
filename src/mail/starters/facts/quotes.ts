/** A text in quotation marks, and the words before it, which tell its role. */
interface Quote {
  text: string;
  before: string;
  start: number;
  end: number;
}

/** Quotation marks of the languages of the starters. An apostrophe inside a word is none. */
const PAIRS = [
  /“([^“”]{1,600})”/g,
  /„([^„“”"]{1,600})[“”"]/g,
  /«\s?([^«»]{1,600}?)\s?»/g,
  /»([^«»]{1,600})«/g,
  /"([^"]{1,600})"/g,
  /(?<![\p{L}\p{N}])[‘‚]([^‘’‚]{2,300})[’‘](?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])'([^'\n]{2,300})'(?![\p{L}\p{N}])/gu,
];

/** Characters before a quote that are searched. */
const REACH = 32;

/** The quoted texts of a prompt in order, none inside another. */
export function findQuotes(prompt: string): Quote[] {
  const taken: { start: number; end: number }[] = [];
  const quotes: Quote[] = [];
  for (const pair of PAIRS) {
    for (const match of prompt.matchAll(pair)) {
      const start = match.index;
      const end = start + match[0].length;
      if (taken.some((other) => start < other.end && end > other.start)) continue;
      taken.push({ start, end });
      const text = (match[1] ?? '').replace(/\s+/g, ' ').trim();
      if (text !== '')
        quotes.push({ text, before: prompt.slice(Math.max(start - REACH, 0), start), start, end });
    }
  }
  return quotes.sort((one, other) => one.start - other.start);
}

export type QuoteRole = 'subject' | 'preheader' | 'headline' | 'button' | 'code' | 'name' | 'text';

const ROLES: readonly [QuoteRole, RegExp][] = [
  ['subject', /\b(?:subject|betreff|objet|asunto|onderwerp|oggetto|assunto)\b[^.;"]*$/i],
  ['preheader', /\b(?:pre-?header|preview|vorschau\w*|aperçu|voorbeeldtekst|anteprima)\b[^.;"]*$/i],
  [
    'button',
    /\b(?:button|cta|call to action|knopf|schaltfläche|bouton|bot[óo]n|knop|pulsante|bot[ãa]o)\b[^.;"]*$/i,
  ],
  ['code', /\b(?:code|coupon|voucher|gutschein\w*|codice|c[óo]digo|cup[óo]n|cupom|kortingscode)\b[^.;"]*$/i],
  ['headline', /\b(?:head(?:line|ing)|title|titled|überschrift|titel|titre|t[íi]tulo|titolo|kop)\b[^.;"]*$/i],
  [
    'name',
    /\b(?:called|named|name is|app|product|company|brand|shop|store|genannt|namens|heißt|firma|marke|produkt|appelée?|nommée?|société|entreprise|produit|llamad[oa]|empresa|producto|marca|genaamd|bedrijf|chiamat[oa]|azienda|prodotto|chamad[oa]|produto)\s*:?\s*$/i,
  ],
];

/** The role of a quote, by the words between it and the quote before. */
export function roleOf(quote: Quote, previousEnd: number): QuoteRole {
  const before = quote.before.slice(Math.max(0, previousEnd - (quote.start - quote.before.length)));
  const role = ROLES.find(([, pattern]) => pattern.test(before))?.[0] ?? 'text';
  return role === 'name' && quote.text.length > 60 ? 'text' : role;
}

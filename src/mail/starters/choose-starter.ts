import type { MailKind } from './kit.ts';

/** The starters there are. */
export const STARTERS = [
  'welcome',
  'verify',
  'reset',
  'receipt',
  'shipping',
  'newsletter',
  'promotion',
  'event',
  'survey',
  're-engagement',
  'announcement',
  'changelog',
] as const;

export type StarterName = (typeof STARTERS)[number];

/** What kind of mail each is when nobody says. */
export const KIND_OF: Record<StarterName, MailKind> = {
  welcome: 'marketing',
  verify: 'transactional',
  reset: 'transactional',
  receipt: 'transactional',
  shipping: 'transactional',
  newsletter: 'marketing',
  promotion: 'marketing',
  event: 'marketing',
  survey: 'marketing',
  're-engagement': 'marketing',
  announcement: 'marketing',
  changelog: 'marketing',
};

/** Beginnings of words that speak for a starter, in the languages we have; the surer ones count three times. */
const SIGNS: Record<StarterName, readonly [sure: string, likely: string]> = {
  welcome: [
    'welcom|onboard|willkommen|begrüß|bienvenue|bienvenid|welkom|benvenut|boas-vindas|bem-vind',
    'new user|new customer|new member|signed up|sign-up|signup|neukund|getting started|first step|inscription|registro|registr',
  ],
  verify: [
    'verif|confirm your|confirm their|confirm the email|email confirm|address confirm|double opt|one-time|otp\\b|bestätig|verifizier|confirmer|confirmation de|confirmar|confirma tu|bevestig|conferma|verificar',
    'activat|login code|sign-in code|security code|aktivier|activer|activar|activeer|attiva|ativar',
  ],
  reset: [
    'reset|forgot|forgotten password|new password|passwort|kennwort|mot de passe|contraseña|wachtwoord|nuova password|redefin|zurücksetz|réinitialis|restablec|recuper',
    'password|recover|senha|login problem',
  ],
  receipt: [
    'receipt|invoice|order confirm|rechnung|quittung|beleg|bestellbestätigung|reçu|facture|confirmation de commande|recibo|factura|confirmación de pedido|bon\\b|factuur|orderbevestiging|ricevuta|fattura|fatura|recibo',
    'purchase|order|payment|paid|bestell|kauf|commande|achat|pedido|compra|aankoop|ordine|acquist|encomenda|total',
  ],
  shipping: [
    'shipp|shipment|tracking|parcel|deliver|dispatch|on its way|versand|sendung|paket|liefer|expédi|livraison|colis|suivi|envío|enviado|seguimiento|paquete|verzend|verzonden|bezorg|pakket|spedi|consegna|pacco|envio|entrega|rastrei',
    'package|carrier|courier',
  ],
  newsletter: [
    'newsletter|digest|roundup|round-up|rundbrief|boletín|boletim|nieuwsbrief|lettre d.information|infolettre',
    'monthly|weekly|issue|edition|stories|articles|monatlich|wöchentlich|mensuel|hebdo|mensual|semanal|maandelijks|mensile|settimanale',
  ],
  promotion: [
    'promo|discount|\\boffer|sale\\b|\\bsales|coupon|voucher|% off|percent off|black friday|cyber monday|rabatt|angebot|gutschein|schlussverkauf|aktion|remise|réduction|soldes|offre|descuento|oferta|rebajas|cupón|korting|aanbieding|uitverkoop|sconto|offerta|saldi|desconto|promoç|saldos',
    'deal|%|save|free shipping|reduz|sparen|économis|ahorr|bespaar|risparm|poup',
  ],
  event: [
    'event|invit|webinar|conference|workshop|meetup|rsvp|open house|party|concert|festival|einlad|veranstaltung|konferenz|seminar|invitation|événement|atelier|evento|jornada|taller|uitnodig|evenement|bijeenkomst|convegno|convite',
    'join us|save the date|seat|speaker|venue|ticket|register|opening',
  ],
  survey: [
    'survey|feedback|questionnaire|\\bnps\\b|review request|rate us|umfrage|befragung|bewertung|meinung|enquête|sondage|avis\\b|encuesta|opinión|enquete|vragenlijst|mening|sondaggio|recensione|opinione|inquérito|pesquisa de|opinião',
    'opinion|rating|question|review|bewert',
  ],
  're-engagement': [
    're-engag|reengag|win back|win-back|winback|inactive|dormant|lapsed|miss you|come back|inaktiv|vermissen|zurückgewinn|reaktivier|inactif|inactiv|nous manquez|reconqu|te echamos|inactief|missen je|terugwin|inattiv|ci manchi|inativ|sentimos a sua|sentimos sua',
    'long time|been a while|haven.t (?:seen|logged|opened|bought)',
  ],
  announcement: [
    'announc|launch|press release|ankündig|bekannt|vorstell|annonc|lancement|lanzamiento|anunci|aankondig|lancer|annunci|lancio|lançamento|introduc',
    'news|new product|new office|moving|change|update|neuigkeit|nouveau|nouvelle|nuevo|nueva|nieuw|nuovo|nuova|novo|nova|policy|terms',
  ],
  changelog: [
    'changelog|change log|release notes|what.s new|product update|new features|bug fix|versionshinweis|änderungsprotokoll|neuerungen|notes de version|nouveautés|notas de (?:la )?versión|novedades|release-notes|note di (?:rilascio|versione)|novità|notas de (?:versão|lançamento)|novidades',
    'release|version|improvement|fixed|feature|verbesserung|funktion|fonctionnalité',
  ],
};

const patterns = new Map(
  STARTERS.map((name) => {
    const [sure, likely] = SIGNS[name];
    const compile = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})`, 'giu');
    return [name, { sure: compile(sure), likely: compile(likely) }];
  }),
);

/** Signs at the very beginning of a prompt say what is wanted; what comes later is mostly what is to be in it. */
const BEGINNING = 120;

/**
 * The starter a prompt asks for: the one with the best sign, others of its own counting half. An announcement when
 * nothing speaks for any.
 */
export function chooseStarter(prompt: string): StarterName {
  let best: { name: StarterName; points: number } | undefined;
  for (const name of STARTERS) {
    const { sure, likely } = patterns.get(name) as { sure: RegExp; likely: RegExp };
    const signs = [...weigh(prompt, sure, 3, 6), ...weigh(prompt, likely, 1, 1)].sort((a, b) => b - a);
    const points = signs.slice(0, 6).reduce((sum, sign, index) => sum + (index === 0 ? sign : sign / 2), 0);
    if (points > 0 && (best === undefined || points > best.points)) best = { name, points };
  }
  return best?.name ?? 'announcement';
}

/** What each sign counts, more near the beginning; a word that is repeated says no more. */
function weigh(prompt: string, pattern: RegExp, each: number, bonus: number): number[] {
  const places = new Map<string, number>();
  for (const match of prompt.matchAll(pattern)) {
    const word = match[0].toLowerCase();
    if (!places.has(word)) places.set(word, match.index);
  }
  return [...places.values()].map((at) => each + bonus * Math.max(1 - at / BEGINNING, 0));
}

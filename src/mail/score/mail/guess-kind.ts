import type { Mail, MailText } from './mail.ts';

/** Words in subjects, headings and buttons of transactional mails, in lower case. */
const OCCASIONS: readonly string[] = [
  // English
  'password|verify your|verify e|verify this|verify me|creating an account|email verification|' +
    'verification code|security code|login code|confirm your|confirm email|confirm e-mail|' +
    'confirm address|confirm account|email address change|activate your|sign in|sign-in|login|log in|' +
    'magic link|secure link|one-time|one time|recover|invited you|been invited|been added|added you|' +
    'accept invit|invitation to join|join workspace|join the team|invitation|your order|order confirm|' +
    'order number|order is|receipt|invoice|refund|shipped|your parcel|payment|charge your card|' +
    'your booking|your appointment|your reservation|new comment|replied to|mentioned you|new reply|' +
    'new sign-in|your account is|your account has|account details|welcome to|signing up|' +
    'your email address|successfully submitted|failed to|have been suspended|has been suspended|' +
    'build notification|build status|shared with you|has been reported|was mentioned|were mentioned|account is live',
  // German
  'passwort|bestätige|bestätigen sie|bestätigungscode|aktivieren sie ihr|aktiviere dein|anmeldecode|' +
    'eingeladen|einladung annehmen|bestellung|rechnung|quittung|erstattung|versendet|zahlung|' +
    'ihre buchung|deine buchung|ihr termin|dein termin|ihre lieferung|dein paket|ihr paket',
  // French
  'mot de passe|confirmez votre|vérifiez votre|activez votre|code de vérification|code de connexion|' +
    'vous a invité|votre commande|votre facture|votre reçu|remboursement|votre paiement|votre colis|' +
    'votre réservation|votre rendez-vous',
  // Spanish
  'contraseña|confirma tu|confirme su|verifica tu|verifique su|activa tu cuenta|código de|' +
    'te ha invitado|tu pedido|su pedido|tu factura|su factura|recibo|reembolso|tu pago|su pago|' +
    'tu reserva|su reserva|tu cita|su cita',
  // Dutch
  'wachtwoord|bevestig je|bevestig uw|verifieer je|verifieer uw|inlogcode|uitgenodigd|bestelling|' +
    'factuur|terugbetaling|betaling|verzonden|uw pakket|je pakket|uw afspraak|je afspraak',
  // Italian
  'conferma il tuo|conferma la tua|confermi il suo|verifica il tuo|verifica la tua|codice di|' +
    'ti ha invitato|il tuo ordine|il suo ordine|fattura|ricevuta|rimborso|pagamento|prenotazione',
  // Portuguese
  'senha|palavra-passe|confirme seu|confirme o seu|verifique seu|verifique o seu|código de|' +
    'convidou você|seu pedido|sua encomenda|fatura|reembolso|pagamento|sua reserva',
].flatMap((list) => list.split('|'));

/** Words that only mails after a request of their reader have. */
const REQUESTED: readonly string[] = [
  'receipt #|receipt no|receipt number|invoice #|invoice no|invoice number|order #|order no|order id|' +
    'rechnungsnummer|belegnummer|bestellnummer|numéro de facture|numéro de commande|número de factura|' +
    'número de pedido|factuurnummer|bestelnummer|numero fattura|numero ordine|número da fatura',
  "did not request|didn't request|did not make this|didn't make this|not expecting this|ignore this e|" +
    "ignore this message|was not you|wasn't you|delete this e|did not sign up|disregard this|expires in|" +
    'will expire|is valid for|automatically generated|automated message|automated e|läuft in|' +
    'ist gültig bis|automatisch erstellt|automatisch generiert|expire dans|est valable|caduca en|' +
    'vence en|verloopt over|scade tra|expira em|nicht angefordert|nicht von ihnen|nicht von dir|' +
    "ignorieren sie diese|ignoriere diese|n'avez pas demandé|n'êtes pas à l'origine|ignorez cet e|" +
    'ignorez ce message|no has solicitado|no ha solicitado|no solicitaste|ignora este|ignore este|' +
    'niet aangevraagd|negeer deze|negeer dit|non hai richiesto|non ha richiesto|ignora questa|' +
    'não solicitou|não pediu',
].flatMap((list) => list.split('|'));

/**
 * Words on buttons for something that the reader has asked for. They count more than a link to unsubscribe, which some
 * senders have in every mail.
 */
const ACTIONS =
  /(?:reset|change|choose|set|create)\b.{0,20}\bpassword|^(?:verify|confirm|activate)\b.{0,20}\b(?:e-?mail|address|account)|passwort (?:zurücksetzen|ändern|wählen)|(?:e-mail|adresse|konto) (?:bestätigen|aktivieren)|(?:réinitialiser|changer|choisir) .{0,20}mot de passe|^(?:confirmer|activer) .{0,20}(?:e-?mail|adresse|compte)|(?:restablecer|cambiar) .{0,20}contraseña|^(?:confirmar|verificar|activar) .{0,20}(?:correo|e-?mail|cuenta|conta)|wachtwoord (?:opnieuw|resetten|wijzigen|instellen)|(?:e-mail|e-mailadres|account) (?:bevestigen|activeren)|(?:reimposta|cambia) .{0,20}password|^(?:conferma|verifica|attiva) .{0,20}(?:e-?mail|indirizzo|account)|(?:redefinir|alterar) .{0,20}(?:senha|palavra-passe)/;

/** Words of offers and words for unsubscribing, in all languages. */
const OFFER =
  /\d\s?%|\bsale\b|\bdiscount|\bcoupon|\brabatt|\bgutschein|\bsoldes\b|\bpromo|\boferta|\bdescuento|\bkorting|\bsconto|\bdesconto/;
const LEAVE =
  /unsubscri|abmeld|abbestell|désabonn|désinscri|darse de baja|afmeld|uitschrij|disiscri|annulla l'iscri|descadastr|cancelar (?:a )?(?:inscri|subscri|assina)/;

/** Words that only mails to many readers have. */
const MANY =
  /\bnewsletter|\bnieuwsbrief|\bboletín|\bdigest\b|(?:view|read|open) .{0,20}(?:online|in (?:your|a|the) browser|web page)|im browser (?:ansehen|anzeigen|öffnen)|dans (?:votre|le) navigateur|en (?:el|tu|su) navegador|in (?:je|uw|de) browser|nel browser|no navegador/;

/** A welcome to an issue of a newsletter, which is no welcome of a new reader. */
const ISSUE = /welcome to (?=[^·]{0,40}(?:newsletter|digest))/g;

/** Most characters that are searched: of all texts, and of their beginning, which has the subject of the mail. */
const MAX_LENGTH = 20_000;
const BEGINNING = 300;

/** What a mail is, and whether there is a sign of it. */
type KindOfMail = Pick<Mail, 'kind' | 'isKindSure'>;

const TRANSACTIONAL: KindOfMail = { kind: 'transactional', isKindSure: true };

/**
 * Guesses the kind of a mail: transactional if its subject and first lines, a heading or a button
 * name an occasion such as an order, or if it says what to do without having asked for it. Mails that speak of an offer
 * first, or that can be unsubscribed from, are marketing. So are others without a sign, but not for sure.
 */
export function guessKind({ subject = '', texts }: Pick<Mail, 'subject' | 'texts'>): KindOfMail {
  const shown = texts.filter(({ role }) => role !== 'alt');
  const all = fold(shown);
  if (LEAVE.test(all)) return isAction(shown) && !OFFER.test(all) ? TRANSACTIONAL : marketing(true);
  const prominent = fold(shown.filter(({ role }) => role === 'heading' || role === 'button'));
  const lines = `${subject.toLowerCase()} · ${all.slice(0, BEGINNING)} · ${prominent}`.replace(ISSUE, '');
  const occasion = Math.min(...OCCASIONS.map((phrase) => positionOf(lines.indexOf(phrase))));
  const offer = positionOf(lines.search(OFFER));
  if (occasion < offer) return TRANSACTIONAL;
  const isOffer = Number.isFinite(offer);
  if (!isOffer && REQUESTED.some((phrase) => all.includes(phrase))) return TRANSACTIONAL;
  return marketing(isOffer || MANY.test(`${subject.toLowerCase()} · ${all}`) || OFFER.test(all));
}

const marketing = (isKindSure: boolean): KindOfMail => ({ kind: 'marketing', isKindSure });

function isAction(texts: readonly MailText[]): boolean {
  return texts.some((text) => text.role === 'button' && ACTIONS.test(fold([text]).trim()));
}

function positionOf(index: number): number {
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}

function fold(texts: readonly MailText[]): string {
  const all = texts.map(({ text }) => text).join(' · ');
  return all.slice(0, MAX_LENGTH).toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ');
}

/** How facts are written, in the languages of the starters. Each takes linear time. */

const MONTHS =
  'jan(?:uary|uar|vier|\\.)?|enero|gennaio|januari|janeiro|feb(?:ruary|ruar|rero|braio|ruari|\\.)?|f[ée]vrier|fevereiro|mar(?:ch|s|zo|ço|\\.)?|märz|maart|' +
  'apr(?:il|ile|\\.)?|avril|abril|may|mai|mei|mayo|maggio|maio|june?|juni|juin|junio|giugno|junho|july?|juli|juillet|julio|luglio|julho|' +
  'aug(?:ust|ustus|\\.)?|août|agosto|sept?(?:ember|embre|iembre|tembre|\\.)?|settembre|setembro|oct(?:ober|obre|ubre|\\.)?|okt(?:ober|\\.)?|ottobre|outubro|' +
  'nov(?:ember|embre|iembre|embro|\\.)?|dec(?:ember|\\.)?|dez(?:ember|embro|\\.)?|d[ée]cembre|diciembre|dicembre';
const WEEKDAYS =
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|' +
  'lunes|martes|miércoles|jueves|viernes|sábado|domingo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|' +
  'segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira';

export const MONTH = new RegExp(`^(?:${MONTHS})$`, 'i');
export const WEEKDAY = new RegExp(`^(?:${WEEKDAYS})$`, 'i');

const YEAR = '(?:,?\\s+(?:de |del |do )?(?:19|20)\\d{2})';
const DAY_NAME = `(?:(?:${WEEKDAYS}),?\\s+(?:den |le |el |o |the |de )?)?`;
const BEFORE = '(?<![\\p{L}\\p{N}])';
const AFTER = '(?![\\p{L}\\p{N}])';

export const DATE = new RegExp(
  `${BEFORE}(?:\\d{4}-\\d{2}-\\d{2}|${DAY_NAME}\\d{1,2}[./]\\d{1,2}[./](?:\\d{4}|\\d{2})` +
    `|${DAY_NAME}\\d{1,2}(?:st|nd|rd|th|\\.|er|º)?\\s+(?:de |of |do )?(?:${MONTHS})${YEAR}?` +
    `|${DAY_NAME}(?:${MONTHS})\\s+\\d{1,2}(?:st|nd|rd|th)?${YEAR}?|(?:${MONTHS})${YEAR})${AFTER}`,
  'giu',
);

/** A day of the week says when, where no date does. */
export const DAY_OF_WEEK = new RegExp(`${BEFORE}(?:${WEEKDAYS})${AFTER}`, 'giu');

export const TIME =
  /(?<![\p{L}\p{N}.,])(?:\d{1,2}[:h]\d{2}(?:\s?(?:[ap]\.?m\.?|uhr|uur))?|(?:\d{1,2}\s?(?:bis|to|tot|à|a|-|–)\s?)?\d{1,2}\s?(?:[ap]m|uhr|uur|h))(?![\p{L}\p{N}])/giu;

export const PERCENT = /(?<![\p{L}\p{N}.,])\d{1,3}(?:[.,]\d{1,2})?[\s\u00a0\u202f]?%/gu;

const NUMBER = "\\d{1,3}(?:[.,'’\\u00a0\\u202f]\\d{3})+(?:[.,]\\d{2})?|\\d{1,9}(?:[.,]\\d{1,2})?";
export const AMOUNT = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:US\\$|[$€£¥]|CHF|EUR|USD|GBP|R\\$)\\s?(?:${NUMBER})(?![\\d])` +
    `|(?:${NUMBER})\\s?(?:€|£|\\$|(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|francs?)(?![\\p{L}])))`,
  'giu',
);

const CODE_WORD =
  '(?:promo(?:tion)?|discount|gutschein|rabatt|kortings|verification|login)?[ -]?(?:code|coupon|voucher|codice|código|codigo|cupón|cupom|gutschein)';
/** After a word for it, or a word in capitals that ends in digits: SPRING25. */
export const CODE = new RegExp(
  `${BEFORE}(?:${CODE_WORD})(?:\\s+(?:is|ist|est|es|is|è|é|sconto|promo|promotionnel))?[\\s:=]{1,3}["“„«']?(\\d{3} \\d{3}|[A-Z0-9][A-Z0-9-]{2,23})${AFTER}`,
  'giu',
);
export const BARE_CODE = /(?<![\p{L}\p{N}-])[A-Z]{3,12}\d{1,4}(?![\p{L}\p{N}-])/gu;

const NUMBER_WORD = '(?:\\s?(?:no\\.?|n\\.|number|nr\\.?|nummer|n°|nº|num[ée]ro|número|numero|id))?';
const REFERENCE = '[\\s:]{0,2}#?\\s?([A-Z0-9](?=[A-Z0-9-]*\\d)[A-Z0-9-]{2,29})';
export const ORDER = new RegExp(
  `${BEFORE}(?:order|invoice|receipt|bestell(?:ung|nummer)|rechnung(?:snummer)?|commande|facture|pedido|factura|bestelling|bestelnummer|factuur|ordine|fattura|encomenda|fatura)${NUMBER_WORD}${REFERENCE}${AFTER}`,
  'iu',
);
export const TRACKING = new RegExp(
  `${BEFORE}(?:tracking|parcel|package|shipment|sendung(?:snummer)?|paket(?:nummer)?|suivi|colis|seguimiento|paquete|zending|pakket|track ?& ?trace|spedizione|tracciamento|pacco|rastreio|rastreamento|remessa)${NUMBER_WORD}${REFERENCE}${AFTER}`,
  'iu',
);

export const VERSION =
  /(?<![\p{L}\p{N}.])(?:v\.?|version |versie |versione |versión |versão )\d+(?:\.\d+){0,3}(?![\p{L}\p{N}])/giu;

export const DURATION =
  /(?<![\p{L}\p{N}])\d{1,3}[ -]?(?:minutes?|minuten|minutos|minuti|minuut|mins?|hours?|stunden?|heures?|horas?|ore|uren|uur|days?|tagen?|jours?|días?|dagen|giorni|dias?|weeks?|wochen?|semaines?|semanas?|weken|settimane|questions?|fragen|preguntas|vragen|domande|perguntas)(?![\p{L}])/giu;

export const URL_IN_TEXT = /https?:\/\/[^\s<>"“”„«»'`]{3,1000}/gi;

export const MAIL_ADDRESS = /[^\s@<>"'()[\],;:]{1,64}@[\w-]+(?:\.[\w-]+)+/g;

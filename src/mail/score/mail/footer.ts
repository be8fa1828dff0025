import type { MailDraft } from './draft.ts';

/** What footers say, in the languages whose word lists we have. */
const FOOTER_WORDS =
  /unsubscrib|opt[- ]out|view (?:this |it )?(?:e-?mail )?in (?:your |a )?browser|all rights reserved|©|\(c\) ?\d{4}|you(?:'|’)?(?:re| are) receiving|this e-?mail was sent|privacy policy|manage (?:your )?preferences|abmelden|abbestell|im browser (?:ansehen|anzeigen|öffnen)|impressum|datenschutz|alle rechte vorbehalten|sie erhalten diese|désabonn|désinscri|désinscription|tous droits réservés|vous recevez ce|darse de baja|cancelar (?:la )?suscripci|todos los derechos|recibes este|afmelden|uitschrijven|alle rechten voorbehouden|je ontvangt deze|u ontvangt deze|disiscri|annulla (?:l(?:'|’))?iscrizione|tutti i diritti riservati|ricevi questa|cancelar (?:a )?(?:subscrição|inscrição|assinatura)|descadastr|todos os direitos reservados/i;
const FOOTER_TAG = /unsub|opt_?out|list:address|view_?in_?browser|webversion|\bARCHIVE\b|preferences/i;

/**
 * Marks the texts of the footer: from the first text that says what only footers say, when no button or heading comes
 * after it, or from the divider or social icons before it.
 */
export function markFooter(draft: MailDraft): void {
  const { texts } = draft;
  const lastBody = texts.findLastIndex(({ role }) => role === 'button' || role === 'heading');
  const found = texts.findIndex(
    ({ text, raw }, index) =>
      index > lastBody && (FOOTER_WORDS.test(text) || (raw !== text && FOOTER_TAG.test(raw))),
  );
  if (found < 0) return;
  const first = findStart(draft, lastBody, found);
  for (const text of texts.slice(first)) text.isFooter = true;
}

/** A line or a row of icons sets the footer apart. */
function findStart({ texts, blocks }: MailDraft, lastBody: number, found: number): number {
  const indexOf = new Map(blocks.map(({ id, index }) => [id, index]));
  const placeOf = (index: number) => indexOf.get(texts[index]?.blockId ?? '') ?? -1;
  const from = lastBody < 0 ? -1 : placeOf(lastBody);
  const mark = blocks.findLast(
    ({ type, index }) => (type === 'divider' || type === 'social') && index > from && index < placeOf(found),
  );
  if (mark === undefined) return found;
  return texts.findIndex((_text, index) => index > lastBody && placeOf(index) > mark.index);
}

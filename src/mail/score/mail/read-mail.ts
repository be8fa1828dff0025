import { type Block, type TemplateContent, withKnownShapes } from '../../model/index.ts';
import { guessKind } from './guess-kind.ts';
import type { Mail, MailKind, MailText, RenderedFacts } from './mail.ts';
import type { MailDraft } from './mail-draft.ts';
import { readBlock } from './read-block.ts';
import { type Container, columnContainer, enterBlock, readPageStyle, toHex, topContainer } from './styles.ts';

/** Facts about a mail besides its content. */
export interface MailFacts {
  /** Default: that of the content's settings. */
  subject?: string | undefined;
  kind?: MailKind | undefined;
  knownTags?: readonly string[] | undefined;
  rendered?: RenderedFacts | undefined;
}

/** Reads a parsed content once for all rules. Pure; takes time in proportion to the content. */
export function readMail(stored: TemplateContent, facts: MailFacts = {}): Mail {
  const { content } = withKnownShapes(stored);
  const { settings } = content;
  const draft: MailDraft = {
    page: readPageStyle(settings),
    blocks: [],
    texts: [],
    links: [],
    images: [],
    headings: [],
    elements: [],
  };
  readList(draft, content.blocks, topContainer(draft.page), null, null);
  markFooter(draft);
  const { page, blocks, texts, links, images, headings, elements } = draft;
  const subject = facts.subject ?? (settings.subject?.trim() || undefined);
  const readers = texts.filter((text) => text.role !== 'alt');
  return {
    content,
    subject,
    preheader: settings.preheaderText ?? '',
    ...(facts.kind === undefined ? guessKind({ subject, texts }) : { kind: facts.kind, isKindSure: true }),
    knownTags: facts.knownTags,
    language: readLanguage(settings.locale),
    declaredLanguage: settings.locale,
    direction: page.dir,
    width: page.width,
    background: toHex(page.isBackgroundKnown ? page.background : undefined),
    blocks,
    blockOf: new Map(blocks.map((block) => [block.id, block])),
    texts,
    links,
    images,
    headings,
    elements,
    words: sum(readers, (text) => text.words.length),
    textBytes: sum(readers, (text) => Buffer.byteLength(text.text)),
    rendered: facts.rendered,
    derived: new Map(),
  };
}

function sum(texts: readonly MailText[], count: (text: MailText) => number): number {
  return texts.reduce((total, text) => total + count(text), 0);
}

function readList(
  draft: MailDraft,
  list: readonly Block[],
  container: Container,
  parentId: string | null,
  column: number | null,
): void {
  for (const block of list) {
    const inside = enterBlock({ block, place: container });
    draft.blocks.push({
      block,
      id: block.id,
      type: block.type,
      parentId,
      column,
      depth: parentId === null ? 0 : 1,
      index: draft.blocks.length,
      width: inside.width,
      background: toHex(inside.background),
      isHidden: inside.isHidden,
      isConditional: inside.isConditional,
    });
    if (block.type === 'section') {
      for (const [index, blocks] of block.children.entries()) {
        readList(draft, blocks, columnContainer(block, index, inside), block.id, index);
      }
    } else if (!inside.isHidden) readBlock(draft, block, inside);
  }
}

/** The primary subtag of a BCP-47 tag; '' for an invalid tag and for "und" (undetermined). */
function readLanguage(locale: string): string {
  try {
    const { language } = new Intl.Locale(locale.trim().replaceAll('_', '-'));
    return language === 'und' ? '' : language;
  } catch {
    return '';
  }
}

/** Phrases of footers in the languages with word lists. */
const FOOTER_WORDS =
  /unsubscrib|opt[- ]out|view (?:this |it )?(?:e-?mail )?in (?:your |a )?browser|all rights reserved|©|\(c\) ?\d{4}|you(?:'|’)?(?:re| are) receiving|this e-?mail was sent|privacy policy|manage (?:your )?preferences|abmelden|abbestell|im browser (?:ansehen|anzeigen|öffnen)|impressum|datenschutz|alle rechte vorbehalten|sie erhalten diese|désabonn|désinscri|désinscription|tous droits réservés|vous recevez ce|darse de baja|cancelar (?:la )?suscripci|todos los derechos|recibes este|afmelden|uitschrijven|alle rechten voorbehouden|je ontvangt deze|u ontvangt deze|disiscri|annulla (?:l(?:'|’))?iscrizione|tutti i diritti riservati|ricevi questa|cancelar (?:a )?(?:subscrição|inscrição|assinatura)|descadastr|todos os direitos reservados/i;
const FOOTER_TAG = /unsub|opt_?out|list:address|view_?in_?browser|webversion|\bARCHIVE\b|preferences/i;

/**
 * Marks the texts of the footer: from the first text with a phrase of footers, if no button or heading comes after it,
 * or from the divider or social icons before that text.
 */
function markFooter(draft: MailDraft): void {
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

/** The footer begins at the divider or row of icons before it. */
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

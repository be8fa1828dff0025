import type { Block, TemplateContent } from '../../model/index.ts';
import type { MailDraft } from './draft.ts';
import { markFooter } from './footer.ts';
import { readPageLooks, toHex } from './looks.ts';
import type { Mail, MailKind, MailText, RenderedFacts } from './mail.ts';
import { columnPlace, enterBlock, type Place, topPlace } from './place.ts';
import { readBlock } from './read-block.ts';

/** What is known of a mail beside its content. */
export interface MailFacts {
  subject?: string | undefined;
  kind?: MailKind | undefined;
  knownTags?: readonly string[] | undefined;
  rendered?: RenderedFacts | undefined;
}

/** Reads a parsed content once for all rules. Pure; takes time in proportion to the content. */
export function readMail(content: TemplateContent, facts: MailFacts = {}): Mail {
  const { settings } = content;
  const draft: MailDraft = {
    page: readPageLooks(settings),
    blocks: [],
    texts: [],
    links: [],
    images: [],
    headings: [],
    elements: [],
  };
  readList(draft, content.blocks, topPlace(draft.page), null, null);
  markFooter(draft);
  const { page, blocks, texts, links, images, headings, elements } = draft;
  const readers = texts.filter((text) => text.role !== 'alt');
  return {
    content,
    subject: facts.subject,
    preheader: settings.preheaderText ?? '',
    kind: facts.kind ?? 'marketing',
    knownTags: facts.knownTags,
    language: readLanguage(settings.locale),
    declaredLanguage: settings.locale,
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
  place: Place,
  parentId: string | null,
  column: number | null,
): void {
  for (const block of list) {
    const inside = enterBlock({ block, place });
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
        readList(draft, blocks, columnPlace(block, index, inside), block.id, index);
      }
    } else if (!inside.isHidden) readBlock(draft, block, inside);
  }
}

/** The primary subtag of a BCP-47 tag; '' for what is none, and for "und", which says that nothing is known. */
function readLanguage(locale: string): string {
  try {
    const { language } = new Intl.Locale(locale.trim().replaceAll('_', '-'));
    return language === 'und' ? '' : language;
  } catch {
    return '';
  }
}

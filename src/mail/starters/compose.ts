import type { Drawing } from '../model/drawings.ts';
import { parseContent, type TemplateContent } from '../model/index.ts';
import { cleanCharacters } from '../parse/escape.ts';
import { splitMergeTags } from '../parse/merge-tags.ts';
import { cutAt } from '../parse/shorten.ts';
import type { BlockInput } from './blocks.ts';
import type { Brand } from './brand.ts';
import { chooseLanguage } from './choose-language.ts';
import { chooseStarter, KIND_OF, type StarterName } from './choose-starter.ts';
import { type DesignContext, type MailKind, put, say, takeHeadline } from './design.ts';
import { designOf, wordsOf } from './designs/index.ts';
import { findQuotes } from './facts/quotes.ts';
import { readFacts } from './facts/read-facts.ts';
import { FAMILIES } from './family.ts';
import { finishRows } from './finish-rows.ts';
import { details, footer } from './header-and-footer.ts';
import { findLinks } from './links.ts';
import { FAMILY_OF } from './list.ts';
import { listNotes, listUnplacedFacts } from './notes.ts';
import { makePalette } from './palette.ts';
import { makeTagFinder, type OfferedTag } from './tags.ts';

export interface ComposeRequest {
  /** What the mail is to be; data, of which names, quoted texts, dates, figures, codes and addresses get into the mail. */
  prompt: string;
  brand: Brand | undefined;
  /** Chosen by the prompt when absent. */
  starter?: StarterName;
  /** That of the chosen starter when absent. */
  kind?: MailKind;
  /** BCP-47; the language of the prompt when absent. */
  locale?: string;
  /** The merge tags there are; no other is used beside them. */
  mergeTags: readonly OfferedTag[];
  /** Addresses of pictures that this service draws. */
  addressOf: (drawing: Drawing) => string;
  /** Address of this service: readers are not sent there. */
  baseUrl: string;
  /** Whether an agent reads the notes, not a person at an editor. */
  isForAgent: boolean;
}

export interface Composed {
  /** The full form: ids made, defaults filled in. */
  content: TemplateContent;
  /** For the list of templates. */
  name: string;
  subject: string;
  starter: StarterName;
  kind: MailKind;
  /** What was assumed and what is to be filled in, in English, a sentence or two each. */
  notes: string[];
}

/**
 * Composes a mail from the built-in starters: chosen by the prompt, filled with what it says, in the colors of the brand.
 * Pure; needs no language model. Never throws, whatever the prompt.
 */
export function composeFromStarters(request: ComposeRequest, makeId: () => string): Composed {
  const offered = request.mergeTags.map(({ value }) => value);
  const prompt = cleanPrompt(request.prompt, offered);
  const starter = request.starter ?? chooseStarter(withoutQuotes(prompt));
  const language = chooseLanguage(request.locale, prompt);
  const facts = readFacts({ prompt, ownUrl: request.baseUrl, starter, language: language.spoken });
  const kind = request.kind ?? KIND_OF[starter];
  const context = makeContext(request, { facts, kind, starter, words: language.words });
  const subject = subjectOf(context, starter);
  const design = designOf(starter)(context);
  const end = footer(context, design.align, design.inset);
  const leftovers = listUnplacedFacts(context, [...design.rows, end], subject);
  const content = makeContent(
    finishRows([...design.rows, ...details(context, leftovers), end], context),
    settingsOf(context, { starter, subject, locale: language.locale, width: design.width }),
    makeId,
  );
  const notes = listNotes(context, {
    starter,
    languageNote: language.note,
    hasTexts: facts.texts.length > 0,
    isForAgent: request.isForAgent,
  });
  return { content, name: nameOf(context, subject), subject, starter, kind, notes };
}

function makeContext(
  { brand = {}, mergeTags, addressOf }: ComposeRequest,
  { facts, kind, starter, words }: Pick<DesignContext, 'facts' | 'kind' | 'words'> & { starter: StarterName },
): DesignContext {
  const tags = makeTagFinder(mergeTags);
  return {
    words,
    facts,
    brand,
    tags,
    kind,
    name: facts.name ?? brand.company_name,
    palette: makePalette(brand.colors),
    family: FAMILIES[FAMILY_OF[starter]],
    addressOf,
    ...findLinks({ facts, brand, tags, kind, starter }),
  };
}

/** Keeps positions, since the position of a word tells its meaning. */
function withoutQuotes(prompt: string): string {
  const left = findQuotes(prompt).reduceRight(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    prompt,
  );
  return left.trim() === '' ? prompt : left;
}

/** Letters of a subject that phones show. */
const SUBJECT_LENGTH = 60;

/** Starters whose subject is the headline; the others have a fixed subject. */
const OWN_HEADLINE: ReadonlySet<StarterName> = new Set([
  'newsletter',
  'promotion',
  'survey',
  're-engagement',
  'announcement',
]);

function subjectOf(context: DesignContext, starter: StarterName): string {
  const { facts, words } = context;
  if (facts.subject !== undefined) return cutAt(facts.subject, 200);
  const percent = facts.percents[0];
  if (starter === 'promotion' && percent !== undefined) return put(words.promotion.subjectOff, { percent });
  const pair = wordsOf(words, starter).subject;
  const { headline } = takeHeadline(context, '');
  if (starter === 'event' && headline !== '') return say({ name: headline }, pair, SUBJECT_LENGTH);
  const isSubject =
    OWN_HEADLINE.has(starter) && headline.length <= SUBJECT_LENGTH && headline.split(' ').length >= 4;
  return isSubject ? headline : say(context, pair, SUBJECT_LENGTH);
}

function nameOf({ name }: DesignContext, subject: string): string {
  const full = name === undefined || subject.includes(name) ? subject : `${subject} (${name})`;
  return cutAt(full, 200);
}

function settingsOf(
  { palette, brand, facts, family, words }: DesignContext,
  {
    starter,
    subject,
    locale,
    width = 600,
  }: { starter: StarterName; subject: string; locale: string; width: number | undefined },
): Record<string, unknown> {
  return {
    width,
    backgroundColor: family.name === 'editorial' ? palette.sheet : palette.page,
    textColor: palette.text,
    linkColor: palette.link,
    linkUnderline: true,
    fontFamily: brand.font ?? family.font,
    subject,
    preheaderText: facts.preheader ?? wordsOf(words, starter).preheader,
    locale,
  };
}

function makeContent(blocks: BlockInput[], settings: object, makeId: () => string): TemplateContent {
  const parsed = parseContent({ blocks, settings }, { makeId });
  if (!parsed.ok) throw new Error(`a starter made no valid content: ${JSON.stringify(parsed.faults)}`);
  return parsed.content;
}

/** Longer prompts are read up to here. */
const MAX_LENGTH = 10_000;

/** What begins or ends a merge tag in any of the template languages we know. */
const DELIMITERS = /\{{2,}|\}{2,}|\{[%#]|[%#]\}|\*\||\|\*|\$\{|<%[-=]?|[-=]?%>|<\?|\?>|<\/?[#@]/g;
const BRACKETS = /[<>]/g;

/**
 * The prompt as data: without control characters, and with merge tags only where they were offered. What looks like any
 * other merge tag is taken apart, so that the sending service does not run it.
 */
function cleanPrompt(prompt: string, offered: readonly string[]): string {
  const known = new Set(offered.map((tag) => tag.trim()));
  return splitMergeTags(cleanCharacters(prompt.slice(0, MAX_LENGTH)))
    .map(({ text, isTag }) => {
      if (isTag && known.has(text.trim())) return text;
      const apart = text.replace(DELIMITERS, ' ');
      return isTag ? apart.replace(BRACKETS, ' ') : apart;
    })
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

import type { TextPart } from '../../../mail/texts/index.ts';
import {
  coveringSequences,
  foldText,
  readWords,
  sequencesOf,
  type Word,
} from '../../../platform/text/search-folding.ts';

/**
 * Folded texts of an entry. Words are separated by spaces, the texts of different blocks by line breaks. A name starts
 * with a line that has it unchanged.
 */
export interface IndexedTexts {
  name: string;
  text: string;
  link: string;
}

/** The terms of each column of the full-text index, separated by spaces. */
export type IndexTerms = Record<'grams' | 'name' | 'text' | 'link' | 'comment', string>;

/** Length of the character sequences (n-grams) by which parts of names, and of scripts without spaces, are found. */
const GRAM = 3;

/** Characters of a word that are indexed, and characters by which the beginning of a word is looked up. */
const MAX_WORD = 40;
const MAX_PREFIX = 5;

/** Most words of a search. */
const MAX_WORDS = 32;

/** Most sequences for a part of a name or a run of characters. More cost time and exclude few further texts. */
const MAX_SEQUENCES = 16;

export function foldTexts(name: string, parts: readonly Pick<TextPart, 'kind' | 'text'>[]): IndexedTexts {
  const line = (kind: TextPart['kind']) =>
    parts.filter((part) => part.kind === kind).map((part) => joinWords(readWords(foldText(part.text))));
  const folded = foldText(name).replaceAll('\n', ' ');
  return {
    name: name === '' ? '' : `${folded}\n${joinWords(readWords(folded))}`,
    text: line('text').join('\n'),
    link: line('link').join('\n'),
  };
}

const joinWords = (words: readonly Word[]) => (words.length === 0 ? '' : ` ${words.map(textOf).join(' ')} `);

function textOf({ text }: Word): string {
  if (text.length <= MAX_WORD) return text;
  return [...text.slice(0, 2 * MAX_WORD)].slice(0, MAX_WORD).join('');
}

/** The terms of an entry in the full-text index. */
export function indexTermsOf(texts: IndexedTexts, isComment: boolean): IndexTerms {
  const name = rawNameOf(texts);
  return {
    grams: toGrams(name)
      .map((gram) => MARKS.grams + gram)
      .join(' '),
    name: termsOf(MARKS.name, texts.name.slice(name.length)),
    text: isComment ? '' : termsOf(MARKS.text, texts.text),
    link: termsOf(MARKS.link, texts.link),
    comment: isComment ? termsOf(MARKS.comment, texts.text) : '',
  };
}

const rawNameOf = ({ name }: IndexedTexts): string => (name === '' ? '' : name.slice(0, name.indexOf('\n')));

/**
 * Terms begin with the mark of their column, so that the list of a term has only the entries with it in that column. FTS5
 * reads the whole list for a condition on a column that few of its entries meet.
 */
const MARKS = { grams: 'G', name: 'N', text: 'T', link: 'L', comment: 'C' } as const;
type Column = keyof typeof MARKS;

/**
 * A term that every entry of a tenant has. Together with it, a condition of several terms reads only the tenant's
 * entries.
 */
export const tenantTerm = (tenantId: number): string => `X${tenantId}`;

function termsOf(mark: string, words: string): string {
  return readWords(words)
    .flatMap(({ text, isRun }) => (isRun ? allSequences(text) : text))
    .map((term) => mark + term)
    .join(' ');
}

function allSequences(text: string): string[] {
  const characters = [...text];
  return [1, 2, GRAM].flatMap((length) => sequencesOf(characters, length));
}

/** The n-grams of a name as terms. The tokenizer ends a term at all ASCII characters except letters and digits. */
const toGrams = (name: string): string[] => allSequences(name).map(toTerm);

/** Maps such characters to a private-use range. */
const toTerm = (gram: string): string =>
  gram.replace(/[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/g, (character) =>
    String.fromCharCode(0xe000 + character.charCodeAt(0)),
  );

interface Condition {
  term: string;
  /** Also matches terms that start with it. */
  isPrefix: boolean;
}

/** A word or phrase that a text must contain. */
interface Wanted {
  /** The text to find in `IndexedTexts`. */
  needle: string;
  /** Conditions for the full-text index that every such text meets within one column. */
  conditions: Condition[];
  /** Whether a text can meet the conditions without containing the needle. */
  isLoose: boolean;
}

export interface SearchQuery {
  /** The whole text, which names may contain anywhere. */
  text: string;
  wanted: Wanted[];
}

/** Parses what a person typed: words and "quoted phrases". Every character is allowed, and none has another meaning. */
export function parseSearch(search: string): SearchQuery {
  const wanted = new Map<string, Wanted>();
  const add = (item: Wanted) => wanted.size < MAX_WORDS && wanted.set(item.needle, item);
  for (const [index, piece] of search.split('"').entries()) {
    const words = readWords(foldText(piece));
    // An unpaired quotation mark has no meaning.
    const isQuoted = index % 2 === 1 && index < search.split('"').length - 1;
    if (isQuoted && words.length > 1) add(wantPhrase(words));
    else for (const word of words) add(word.isRun ? wantRun(word.text) : wantWord(word, isQuoted));
  }
  return { text: foldText(search), wanted: [...wanted.values()] };
}

/** Matches words that start with it; a single letter or digit must be a whole word. */
function wantWord(word: Word, isWhole: boolean): Wanted {
  const text = textOf(word);
  const characters = [...text];
  if (isWhole || characters.length === 1)
    return { needle: ` ${text} `, conditions: [whole(text)], isLoose: false };
  const isLoose = characters.length > MAX_PREFIX;
  const prefix = isLoose ? characters.slice(0, MAX_PREFIX).join('') : text;
  return { needle: ` ${text}`, conditions: [{ term: prefix, isPrefix: true }], isLoose };
}

function wantRun(text: string): Wanted {
  const sequences = coveringSequences(text, GRAM, MAX_SEQUENCES);
  return { needle: text, conditions: sequences.map(whole), isLoose: sequences.length > 1 };
}

function wantPhrase(words: readonly Word[]): Wanted {
  const start = words[0]?.isRun ? '' : ' ';
  const end = words.at(-1)?.isRun ? '' : ' ';
  const conditions = words
    .slice(0, MAX_WORDS)
    .flatMap((word) => (word.isRun ? wantRun(word.text).conditions : whole(textOf(word))));
  return {
    needle: `${start}${words.map(textOf).join(' ')}${end}`,
    conditions: conditions.slice(0, MAX_SEQUENCES),
    isLoose: true,
  };
}

const whole = (term: string): Condition => ({ term, isPrefix: false });
const quote = (term: string): string => `"${term.replaceAll('"', '""')}"`;

/** Where a search matches an entry, best first. */
export const RANKS = ['name', 'text', 'link', 'comment'] as const;
export type Rank = (typeof RANKS)[number];

/** The columns that are searched for all words, by rank. */
const COLUMNS: Record<Rank, readonly Column[]> = {
  name: ['name'],
  text: ['name', 'text'],
  link: ['name', 'text', 'link'],
  comment: ['comment'],
};

function toCondition({ term, isPrefix }: Condition, columns: readonly Column[]): string {
  const ofColumns = columns.map((column) => quote(MARKS[column] + term) + (isPrefix ? ' *' : ''));
  return ofColumns.length === 1 ? ofColumns.join('') : `(${ofColumns.join(' OR ')})`;
}

const conditionsOf = ({ wanted }: SearchQuery, columns: readonly Column[]): string[] =>
  wanted.flatMap((one) => one.conditions).map((condition) => toCondition(condition, columns));

const allIn = (query: SearchQuery, columns: readonly Column[]): string =>
  `(${conditionsOf(query, columns).join(' AND ')})`;

/** The n-grams of the whole text, which every name that contains the text has. */
const gramsOf = ({ text }: SearchQuery): string[] =>
  coveringSequences(text, GRAM, MAX_SEQUENCES).map((gram) => quote(MARKS.grams + toTerm(gram)));

/**
 * A condition for the full-text index that all entries of a rank meet, and others too; undefined if there are none. Every
 * term is one that the index has a list of, in the order of ids, so that a page reads only what it shows.
 */
export function matchExpression(query: SearchQuery, rank: Rank): string | undefined {
  const hasWords = query.wanted.length > 0;
  if (query.text === '') return undefined;
  if (rank === 'name') {
    const grams = `(${gramsOf(query).join(' AND ')})`;
    return hasWords ? `${grams} OR ${allIn(query, COLUMNS.name)}` : grams;
  }
  if (!hasWords) return undefined;
  const all = allIn(query, COLUMNS[rank]);
  if (rank === 'comment' || query.wanted.some(({ isLoose }) => isLoose)) return all;
  return `${all} NOT ${allIn(query, COLUMNS[rank === 'text' ? 'name' : 'text'])}`;
}

/**
 * A condition for the full-text index that all entries of a tenant meet which a search finds; undefined if it finds nothing.
 * The list of a single term is read from the tenant's first entry to its last one, so only several terms that have to be in
 * one entry need the tenant's term, which takes most of the time.
 */
export function matchAnyRank(
  query: SearchQuery,
  tenantId: number,
  withComments: boolean,
): string | undefined {
  if (query.text === '') return undefined;
  const parts = [gramsOf(query)];
  if (query.wanted.length > 0) {
    const places = withComments ? [COLUMNS.link, COLUMNS.comment] : [COLUMNS.link];
    parts.push(...places.map((columns) => conditionsOf(query, columns)));
  }
  const ofTenant = parts.map((conditions) =>
    conditions.length === 1 ? conditions : [...conditions, tenantTerm(tenantId)],
  );
  return ofTenant.map((conditions) => `(${conditions.join(' AND ')})`).join(' OR ');
}

/** The best rank at which a search matches a template; undefined if it does not match. */
export function rankOf(query: SearchQuery, texts: IndexedTexts): Exclude<Rank, 'comment'> | undefined {
  const isIn = (...places: string[]) =>
    query.wanted.length > 0 &&
    query.wanted.every(({ needle }) => places.some((place) => place.includes(needle)));
  const { name, text, link } = texts;
  if (rawNameOf(texts).includes(query.text) || isIn(name)) return 'name';
  if (isIn(name, text)) return 'text';
  return isIn(name, text, link) ? 'link' : undefined;
}

export function matchesComment(query: SearchQuery, text: string): boolean {
  return query.wanted.length > 0 && query.wanted.every(({ needle }) => text.includes(needle));
}

import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';
import { dutch } from './nl.ts';
import { portuguese } from './pt.ts';
import type { SpamWords } from './spam-words.ts';

export type { SpamWords } from './spam-words.ts';

const LISTS: ReadonlyMap<string, SpamWords> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
  ['nl', dutch],
  ['it', italian],
  ['pt', portuguese],
]);

/** Every list there is. */
export const allSpamWords: readonly SpamWords[] = [...LISTS.values()];

/**
 * The lists for a mail in a language: its own and the English one, because spam is sent in a mixture of both;
 * undefined for a language without a list.
 */
export function spamWordsOf(language: string): readonly SpamWords[] | undefined {
  const own = LISTS.get(language);
  if (own === undefined) return undefined;
  return own === english ? [english] : [own, english];
}

/** What a rule says that needs a list for the language of the mail. */
export function noListFor(language: string): { notMeasured: string } {
  const named = language === '' ? 'The mail declares no language' : `There is no word list for "${language}"`;
  return { notMeasured: `${named}; lists exist for ${[...LISTS.keys()].join(', ')}.` };
}

/** The items of a list in one string. */
export function splitList(list: string): string[] {
  return list
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

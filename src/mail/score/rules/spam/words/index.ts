import { type Static, Type } from '@sinclair/typebox';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import nl from './nl.json';
import pt from './pt.json';

const List = Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true });

/**
 * Phrases and words for the spam rules in one language. Written for this project.
 *
 * Phrases are rows of words. `(a|b)` stands for one of several, `[a|b]` for an optional one, `#` for any number, `*`
 * for any one word. Case, accents, punctuation and currency signs are ignored; an apostrophe is written as a space.
 */
export const SpamWords = Type.Object(
  {
    phrases: Type.Array(
      Type.Object(
        {
          points: Type.Number({ exclusiveMinimum: 0, description: "On SpamAssassin's scale." }),
          phrases: List,
        },
        { additionalProperties: false },
      ),
    ),
    disguised: Type.Array(Type.String({ pattern: '^\\S+$' }), {
      description: 'Single words that spam disguises by look-alike characters.',
      uniqueItems: true,
    }),
    unsubscribe: Type.Array(Type.String(), { description: 'Phrases for leaving a mailing list.' }),
    address: Type.Array(Type.String({ pattern: '^-?[^-]' }), {
      description: 'Words in postal addresses; those with a hyphen in front are ends of words.',
    }),
    money: Type.Array(Type.String(), {
      description: 'Words for money, beside the signs and codes that are the same everywhere.',
    }),
    millions: Type.Array(Type.String(), {
      description: 'Words after a number that make it a million or more.',
    }),
  },
  { additionalProperties: false },
);

export type SpamWords = Static<typeof SpamWords>;

const LISTS: ReadonlyMap<string, SpamWords> = new Map(Object.entries({ en, de, fr, es, nl, it, pt }));

/** The lists of all languages. */
export const allSpamWords: readonly SpamWords[] = [...LISTS.values()];

/**
 * The lists for a mail in a language: its own and the English one, because spam is sent in a mixture of both;
 * undefined for a language without a list.
 */
export function spamWordsOf(language: string): readonly SpamWords[] | undefined {
  const own = LISTS.get(language);
  if (own === undefined) return undefined;
  return own === en ? [en] : [own, en];
}

/** `make` for each language with lists. It runs once per language, when the language is first needed. */
export function perLanguage<Made>(
  make: (lists: readonly SpamWords[]) => Made,
): (language: string) => Made | undefined {
  const made = new Map<string, Made>();
  return (language) => {
    const lists = made.has(language) ? undefined : spamWordsOf(language);
    if (lists !== undefined) made.set(language, make(lists));
    return made.get(language);
  };
}

/** The result of a rule that needs a word list for the language of the mail. */
export function noListFor(language: string): { notMeasured: string } {
  const named = language === '' ? 'The mail declares no language' : `There is no word list for "${language}"`;
  return { notMeasured: `${named}; lists exist for ${[...LISTS.keys()].join(', ')}.` };
}

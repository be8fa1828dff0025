import { type Static, Type } from '@sinclair/typebox';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import nl from './nl.json';
import pt from './pt.json';

const List = (description: string) =>
  Type.Array(Type.String({ minLength: 1 }), { description, minItems: 1, uniqueItems: true });

/** Words of one language for accessibility rules; all lower case. */
export const LanguageWords = Type.Object(
  {
    vagueLinks: List('Names of links that do not say where they lead.'),
    pictureOf: List(
      'Beginnings of alternative texts that say "picture of", which screen readers say anyway.',
    ),
    smallWords: List('Frequent small words: a text with many of them is in this language.'),
  },
  { additionalProperties: false },
);

export type LanguageWords = Static<typeof LanguageWords>;

/** Words by language: a primary subtag in lower case. Rules measure no other languages. */
export const languageWords: ReadonlyMap<string, LanguageWords> = new Map(
  Object.entries({ en, de, fr, es, nl, it, pt }),
);

import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import type { LanguageWords } from './language-words.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';

/** Words by language: a primary subtag in lower case. What a rule cannot look up here it does not measure. */
export const languageWords: ReadonlyMap<string, LanguageWords> = new Map(
  Object.entries({ en, de, fr, es, nl, it, pt }),
);

import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import type { StarterWords } from './words.ts';

export type { StarterWords } from './words.ts';

/** Languages the starters speak, by primary subtag. */
export const LANGUAGES: ReadonlyMap<string, StarterWords> = new Map(
  Object.entries({ en, de, fr, es, nl, it, pt }),
);

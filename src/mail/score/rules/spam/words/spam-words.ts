/**
 * What spam says in one language, and what honest mail has to say in it. Written for this project.
 *
 * Phrases are rows of words, separated by semicolons. `(a|b)` stands for one of several, `[a|b]` for one that may be
 * missing, `#` for any number, `*` for any one word. Case, accents, punctuation, signs of currencies and the way
 * apostrophes are written do not count; an apostrophe is written as a space.
 */
export interface SpamWords {
  /** Points on SpamAssassin's scale, and the phrases that cost them. */
  phrases: readonly (readonly [points: number, phrases: string])[];
  /** Single words that are disguised by look-alike characters. */
  disguised: string;
  /** Phrases that name the way out of a mailing list. */
  unsubscribe: string;
  /** Words that stand in postal addresses; those with a hyphen in front are ends of words. */
  address: string;
  /** Words for money, beside the signs and codes that are the same everywhere. */
  money: string;
  /** Words after a number that make it a million or more. */
  millions: string;
}

/**
 * What spam says in one language, and what honest mail has to say in it. Written for this project.
 *
 * A phrase is a row of words. `(a|b)` stands for one of several, `[a]` for words that may be missing, `#` for any
 * number, `*` for any one word. Case, accents, punctuation and the spelling of apostrophes do not count.
 */
export interface SpamWords {
  language: string;
  /** Points on SpamAssassin's scale and the phrases that cost them, separated by semicolons. */
  phrases: readonly (readonly [points: number, phrases: string])[];
  /** Words that spam likes to disguise by look-alike characters. */
  disguised: string;
  /** What the link that ends a subscription is called; separated by semicolons. */
  unsubscribe: string;
  /** Words that stand in postal addresses, as parts of a word too (`-strasse`); separated by semicolons. */
  address: string;
  /** Words for money beside the signs and codes that are the same everywhere; separated by semicolons. */
  money: string;
  /** Words that make an amount a million or more; separated by semicolons. */
  millions: string;
}

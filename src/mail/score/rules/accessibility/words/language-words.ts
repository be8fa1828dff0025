/** Words of one language that rules on accessibility look for; all lower case. */
export interface LanguageWords {
  /** Names of links that say nothing about where they lead. */
  vagueLinks: readonly string[];
  /** What alternative texts begin with that say they are of a picture, which screen readers say anyway. */
  pictureOf: readonly string[];
  /** Frequent small words: a text with many of them is in this language. */
  smallWords: string;
}

import type { ContentOperations } from '../model/index.ts';
import type { Mail } from './mail/mail.ts';

/** What a mail is rated in. */
export type Area = 'spam' | 'readability' | 'accessibility' | 'bestPractices';

export type Severity = 'high' | 'medium' | 'low';

/** One thing a rule found wrong with a mail. */
export interface RuleFinding {
  severity: Severity;
  /** Where: a block of the content; null: the mail as a whole (subject, settings). */
  blockId: string | null;
  /** What is wrong, naming the words, colors or numbers found. One or two short sentences, plain text. */
  message: string;
  /** What to do. */
  suggestion: string;
  /** Spam area only: points on SpamAssassin's scale, where 5 is spam. */
  points?: number;
  /** What update-template accepts and what removes this finding and adds none; only where that is mechanical. */
  fix?: ContentOperations;
  /**
   * The fix changes what other rules look at, such as sizes, words or merge tags: it is tried out, and offered only if
   * the finding is gone then and nothing else is found.
   */
  fixNeedsTrial?: true;
}

/** A finding with its rule and an id. */
export interface Finding extends RuleFinding {
  /** `<rule>:<block id or "mail">:<n>`, the n-th finding of this rule there. The same mail gives the same ids. */
  id: string;
  rule: string;
}

/** What could not be measured has not passed: the reason is told. */
export interface NotMeasured {
  notMeasured: string;
}

/** One test of a mail. Pure: the same mail gives the same findings, in the same order. */
export interface Rule {
  /** Area and name, e.g. `spam.phrase`. */
  id: string;
  area: Area;
  check(mail: Mail): RuleFinding[] | NotMeasured;
}

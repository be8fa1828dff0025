import type { ContentOperations } from '../model/index.ts';
import type { Mail } from './mail/mail.ts';

/** The areas in which a mail is rated. */
export type Area = 'spam' | 'readability' | 'accessibility' | 'bestPractices';

export type Severity = 'high' | 'medium' | 'low';

/** One problem that a rule found. */
export interface RuleFinding {
  severity: Severity;
  /** The block with the problem; null: the mail as a whole (subject, settings). */
  blockId: string | null;
  /** What is wrong, with the words, colors or numbers found. One or two short sentences of plain text. */
  message: string;
  /** What to do. */
  suggestion: string;
  /** Spam area only: points on SpamAssassin's scale, where 5 is spam. */
  points?: number;
  /** Operations for update-template that remove this finding and cause no other. Only for mechanical changes. */
  fix?: ContentOperations;
  /**
   * The fix changes things that other rules check, such as sizes, words or merge tags. It is tried out, and offered
   * only if this finding disappears and no other appears.
   */
  fixNeedsTrial?: true;
}

/** A finding with its rule and an id. */
export interface Finding extends RuleFinding {
  /** `<rule>:<block id or "mail">:<n>`, the n-th finding of this rule there. The same mail gives the same ids. */
  id: string;
  rule: string;
}

/** The reason why a rule could not be measured. That is not a pass. */
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

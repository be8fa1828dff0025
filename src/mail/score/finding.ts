import type { RuleFinding } from './rule.ts';

/** A finding with a name of its own. */
export interface Finding extends RuleFinding {
  /** `<rule>:<block id or "mail">:<n>`, the n-th of this rule there; the same for the same mail. */
  id: string;
  rule: string;
}

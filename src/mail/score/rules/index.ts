import type { Rule } from '../rule.ts';
import { accessibilityRules } from './accessibility/index.ts';
import { bestPracticesRules } from './best-practices/index.ts';
import { readabilityRules } from './readability/index.ts';
import { spamRules } from './spam/index.ts';

/** Every rule there is. */
export const RULES: readonly Rule[] = [
  ...spamRules,
  ...readabilityRules,
  ...accessibilityRules,
  ...bestPracticesRules,
];

import type { Rule } from '../../rule.ts';
import { phraseRule } from './phrase.ts';

/** How likely filters take a mail for spam. */
export const spamRules: readonly Rule[] = [phraseRule];

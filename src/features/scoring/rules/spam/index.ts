import type { Rule } from '../../rule.ts';

export const spamRules: readonly Rule[] = [];

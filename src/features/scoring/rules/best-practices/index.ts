import type { Rule } from '../../rule.ts';

export const bestPracticesRules: readonly Rule[] = [];

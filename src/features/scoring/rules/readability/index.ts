import type { Rule } from '../../rule.ts';

export const readabilityRules: readonly Rule[] = [];

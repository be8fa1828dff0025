/** Part of every key of the cache: one more with each change of a rule, a word list or a weight. */
export const RULES_VERSION = 4;

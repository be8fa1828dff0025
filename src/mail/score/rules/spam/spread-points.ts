import type { RuleFinding } from '../../rule.ts';

/** Gives findings of one kind points: the first in full, further ones a little, because one habit is not forty faults. */
export function spreadPoints(
  findings: readonly Omit<RuleFinding, 'points'>[],
  first: number,
  further: number,
): RuleFinding[] {
  return findings.map((finding, index) => ({ ...finding, points: index === 0 ? first : further }));
}

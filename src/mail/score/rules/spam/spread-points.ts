import type { RuleFinding } from '../../rule.ts';

/** Gives findings of one kind their points: the first the full number, further ones less. */
export function spreadPoints(
  findings: readonly Omit<RuleFinding, 'points'>[],
  first: number,
  further: number,
): RuleFinding[] {
  return findings.map((finding, index) => ({ ...finding, points: index === 0 ? first : further }));
}

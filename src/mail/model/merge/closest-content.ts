import { isEqual } from '../diff/diff-fields.ts';
import type { TemplateContent } from '../template-content.ts';
import { readBlocks } from './block-table.ts';

/**
 * The content from which another was most likely made: the one with which it shares most blocks. `alike`: of those with
 * equally many, the one whose other blocks have the largest equal part of their JSON, and of several that are equally
 * close the last one. Otherwise the first. `explained`: ids of blocks whose difference is known to come later, so that they
 * count as wholly alike.
 */
export function findClosest<Candidate extends { content: TemplateContent; explained?: ReadonlySet<string> }>(
  content: TemplateContent,
  candidates: readonly Candidate[],
  alike: boolean,
): Candidate | undefined {
  let closest: Candidate | undefined;
  let best = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates) {
    const closeness = measureCloseness(content, candidate, alike);
    if (alike ? closeness < best : closeness <= best) continue;
    best = closeness;
    closest = candidate;
  }
  return closest;
}

function measureCloseness(
  content: TemplateContent,
  { content: other, explained }: { content: TemplateContent; explained?: ReadonlySet<string> },
  alike: boolean,
): number {
  const [own, others] = [readBlocks(content)?.blocks, readBlocks(other)?.blocks];
  if (own === undefined || others === undefined) return -1;
  let sum = isEqual(content.settings, other.settings) ? 1 : 0;
  let shares = 0;
  for (const [id, { fields }] of others) {
    const present = own.get(id);
    if (present === undefined) sum -= 1;
    else if (isEqual(fields, present.fields)) sum += 1;
    else if (alike) shares += explained?.has(id) ? 1 : shareOfEqualEnds(fields, present.fields);
  }
  // All shares together count less than one block.
  return sum + shares / (others.size + 1);
}

/** How much of two values' JSON is equal from the beginning and from the end; below 1. */
function shareOfEqualEnds(one: unknown, other: unknown): number {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return (start + end) / (Math.max(a.length, b.length) + 1);
}

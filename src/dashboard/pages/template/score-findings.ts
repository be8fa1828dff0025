import type { CategoryScore } from '../../../sdk/schemas.generated.ts';

export type Finding = CategoryScore['findings'][number];

interface FindingGroup extends Finding {
  /** In how many places it was found. */
  count: number;
}

/** Makes one entry of equal findings, e.g. of a merge tag in three blocks. Its fix has the operations of all. */
export function groupAlike(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { severity, message, suggestion, fix } = finding;
    const key = JSON.stringify([severity, message, suggestion]);
    const group = groups.get(key);
    const fixes = [...(group?.fix ?? []), ...(fix ?? [])];
    groups.set(key, {
      ...(group ?? finding),
      count: (group?.count ?? 0) + 1,
      ...(fixes.length > 0 && { fix: fixes }),
    });
  }
  return [...groups.values()];
}

export interface Finding {
  id: string;
  severity: 'high' | 'medium' | 'low';
  message: string;
  suggestion: string;
  fix?: unknown[];
}

interface FindingGroup extends Finding {
  /** Places of the mail in which it is. */
  count: number;
}

/** One entry for what is found at several places, e.g. a merge tag in three blocks; its fix is all of theirs. */
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

/** Names of current editors that replace former ones: new name → former name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  alt: 'alt_text',
  isAutomatic: 'is_autosave',
  author: 'author_identifier',
  resolvedBy: 'resolved_by_identifier',
  thumbnailUrl: 'small_url',
};

/** Most cached names, because some answers have ids as keys. */
const MOST_NAMES = 5_000;

/** Cache of former names by new name. Answers repeat a few hundred. */
const olderNames = new Map<string, string | undefined>();

function olderOf(name: string): string | undefined {
  if (olderNames.has(name)) return olderNames.get(name);
  const older = OTHER_NAMES[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const other = older === name ? undefined : older;
  if (olderNames.size < MOST_NAMES) olderNames.set(name, other);
  return other;
}

/**
 * An answer as older editors read it, without the names for current editors. Tests compare these; `test/http/wires`
 * reads whole answers.
 */
export function readOlderNames(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map(readOlderNames);
  // Saved modules have both spellings of their dates in all interfaces.
  const isModule = Object.hasOwn(answer, 'canUpdate');
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(answer)) {
    const older = isModule ? undefined : olderOf(name);
    if (older === undefined || !Object.hasOwn(answer, older)) entries.push([name, readOlderNames(value)]);
  }
  return Object.fromEntries(entries);
}

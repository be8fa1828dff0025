/** Names of today's editors that replace others: new name → the name it stands beside. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  alt: 'alt_text',
  isAutomatic: 'is_autosave',
  author: 'author_identifier',
  resolvedBy: 'resolved_by_identifier',
  thumbnailUrl: 'small_url',
};

/**
 * An answer as older editors read it: without the names that stand beside those for today's editors. Tests compare these;
 * `test/http/wires` reads whole answers.
 */
export function readOlderNames(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(readOlderNames);
  if (typeof answer !== 'object' || answer === null) return answer;
  // Saved modules have both spellings of their dates in all interfaces.
  const isModule = Object.hasOwn(answer, 'canUpdate');
  const isSecond = (name: string): boolean => {
    const older = OTHER_NAMES[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return older !== name && Object.hasOwn(answer, older);
  };
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => isModule || !isSecond(name))
      .map(([name, value]) => [name, readOlderNames(value)]),
  );
}

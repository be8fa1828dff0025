/** A name as stored: null for unnamed. */
export function toStoredName(name: string | null | undefined): { name: string | null; nameFolded: string } {
  const stored = name === undefined || name === '' ? null : name;
  return { name: stored, nameFolded: stored === null ? '' : foldName(stored) };
}

/** Text in the form in which names are compared: compatible characters made equal, then lower case. */
export function foldName(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

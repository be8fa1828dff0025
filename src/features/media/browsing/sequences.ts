/** Characters (code points) the index knows sequences of. */
const LENGTH = 3;

/** Each more costs time, and few texts have all of these and not the rest. */
const MAX_SEQUENCES = 16;

/**
 * What a text must hold, in the language of SQLite's full-text index, to contain `search`: sequences of three characters
 * that cover it, or many of them. It may hold all of them and yet not contain it. undefined for what is too short.
 */
export function toSequences(search: string): string | undefined {
  const characters = [...search];
  if (characters.length < LENGTH) return undefined;
  const sequences = new Set<string>();
  const lastStart = characters.length - LENGTH;
  for (let start = 0; start < lastStart && sequences.size < MAX_SEQUENCES - 1; start += LENGTH) {
    sequences.add(characters.slice(start, start + LENGTH).join(''));
  }
  sequences.add(characters.slice(lastStart).join(''));
  return [...sequences].map((sequence) => `"${sequence.replaceAll('"', '""')}"`).join(' AND ');
}

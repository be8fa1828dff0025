/** Names longer than this are not compared: the cost grows with the product of the lengths. */
const MAX_COMPARED_LENGTH = 100;

/**
 * The known name a mistyped one was probably meant to be; undefined if none is close. Case and punctuation do not
 * count: `folderId` is `folder_id`. `maxEdits`: letters to add, drop or replace, at most.
 */
export function findNearestName(
  name: string,
  known: readonly string[],
  maxEdits = Math.max(1, Math.floor(name.length / 3)),
): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: editDistance(simplify(name), simplify(candidate)) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits);
  return nearest?.candidate;
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, wanted] of [...to].entries()) {
      const replaced = (previous[column] as number) + (letter === wanted ? 0 : 1);
      const added = (current[column] as number) + 1;
      const dropped = (previous[column + 1] as number) + 1;
      current.push(Math.min(replaced, added, dropped));
    }
    previous = current;
  }
  return previous[to.length] as number;
}

/**
 * Text in the form in which names are compared: compatible characters made equal, then without case. Upper and not
 * lower case, because only that makes ß equal to SS, ς to σ and ı to I; İ, which has no partner, becomes a plain I.
 */
export function foldName(text: string): string {
  return text.normalize('NFKC').toUpperCase().replaceAll('İ', 'I').normalize('NFC');
}

import { invalidField } from '../errors.ts';

/** Names longer than this are not compared: the cost grows with the product of the lengths. */
const MAX_COMPARED_LENGTH = 100;

/**
 * The known name that is most similar to a mistyped one; undefined if none is similar. Case and punctuation are
 * ignored: `folderId` equals `folder_id`. `maxEdits`: most letters to add, remove or replace.
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

/**
 * Throws `validation_failed` for an unknown name. The message suggests the most similar known name, or else ends with
 * `hint`.
 */
export function requireKnownName(
  field: string,
  name: string,
  known: ReadonlySet<string>,
  { what, hint }: { what: string; hint: string },
): void {
  if (known.has(name)) return;
  const nearest = findNearestName(name, [...known]);
  const help = nearest === undefined ? hint : `Did you mean "${nearest}"?`;
  throw invalidField(field, `"${name}" is not ${what}. ${help}`);
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
 * Folds the case of a name for comparisons. Compatible characters become equal (NFKC). It uses upper case, because only
 * that makes ß equal to SS, ς to σ and ı to I. İ becomes I.
 */
export function foldName(text: string): string {
  return text.normalize('NFKC').toUpperCase().replaceAll('İ', 'I').normalize('NFC');
}

/** Characters (code points) of a name of a file or folder. */
export const MAX_NAME_LENGTH = 255;

/** Control characters, line separators, characters that change the direction of text, and invisible ones. */
const INVISIBLE =
  '\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb';

/** Joiners of emojis, which are invisible by themselves. */
const JOINERS = '\\u200c\\u200d\\ufe00-\\ufe0f';

const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'g');

/** A schema pattern for a visible character. Every name must have one. */
export const VISIBLE_CHARACTER = `[^\\s${INVISIBLE}${JOINERS}]`;

const ANY_VISIBLE = new RegExp(VISIBLE_CHARACTER);

/** Whether a text shows nothing: it is empty, or has spaces and invisible characters only. */
export const isBlank = (text: string): boolean => !ANY_VISIBLE.test(text);

/** A text as one line: composed Unicode, without invisible characters. The result may be empty. */
export function cleanLine(text: string): string {
  const line = text.normalize('NFC').replace(ANY_INVISIBLE, '').replace(/\s+/g, ' ').trim();
  return isBlank(line) ? '' : line;
}

/** A text as name of a file or folder: one line without path and leading dots. The result may be empty. */
export function cleanName(text: string): string {
  return cleanLine(cleanLine(text.replace(/[/\\]/g, '')).replace(/^[. ]+/, ''));
}

/** Throws `validation_failed` for a name that is blank. */
export function requireVisibleName(field: string, name: string): void {
  if (isBlank(name)) throw invalidField(field, 'must have at least one visible character.');
}

/** Throws `validation_failed` for a name that is blank or has more than `most` characters. */
export function requireNameLength(field: string, name: string, most = MAX_NAME_LENGTH): void {
  requireVisibleName(field, name);
  const { length } = [...name];
  if (length <= most) return;
  throw invalidField(field, `is ${length} characters long; at most ${most} are allowed.`);
}

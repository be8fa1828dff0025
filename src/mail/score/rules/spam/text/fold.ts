import lookalikes from './lookalikes.json';

/** Letters of other scripts, and small capitals, that look like Latin ones, in lower case. Written for this project. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.values(lookalikes).flatMap(Object.entries<string>),
);

const INVISIBLE = /\u034f|[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

/** Without characters that take no room. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** The Latin letter that a character looks like; undefined for none. */
export function lookalikeOf(character: string): string | undefined {
  return LOOKALIKES.get(character.toLowerCase());
}

/** A word as it is compared: lower case, without accents, look-alikes of Latin letters replaced by those. */
export function foldWord(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word;
  const lower = word.toLowerCase();
  if (/^[a-z0-9]*$/.test(lower)) return lower;
  const plain = lower.replaceAll('ß', 'ss').replaceAll('œ', 'oe').replaceAll('æ', 'ae');
  const bare = plain.normalize('NFD').replace(/\p{M}/gu, '');
  // A word of one other script is a word of its language, not a Latin one in disguise.
  if (!/[a-z]/.test(bare) && !isAllLookalike(bare)) return bare;
  return [...bare].map((character) => LOOKALIKES.get(character) ?? character).join('');
}

function isAllLookalike(word: string): boolean {
  return [...word].every((character) => LOOKALIKES.has(character));
}

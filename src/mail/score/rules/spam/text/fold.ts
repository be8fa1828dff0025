/** Letters of other scripts, and small capitals, that look like Latin ones. Lower case; written for this project. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // Cyrillic
    ...{
      а: 'a',
      в: 'b',
      с: 'c',
      ԁ: 'd',
      е: 'e',
      ё: 'e',
      һ: 'h',
      н: 'h',
      і: 'i',
      ї: 'i',
      ј: 'j',
      к: 'k',
      ӏ: 'l',
    },
    ...{ м: 'm', о: 'o', р: 'p', ԛ: 'q', г: 'r', ѕ: 's', т: 't', ѵ: 'v', ԝ: 'w', х: 'x', у: 'y', ү: 'y' },
    // Greek
    ...{
      α: 'a',
      β: 'b',
      ε: 'e',
      η: 'n',
      ι: 'i',
      κ: 'k',
      ν: 'v',
      ο: 'o',
      ρ: 'p',
      τ: 't',
      υ: 'u',
      χ: 'x',
      γ: 'y',
      ω: 'w',
    },
    // Latin letters of phonetic alphabets
    ...{
      ᴀ: 'a',
      ʙ: 'b',
      ᴄ: 'c',
      ᴅ: 'd',
      ᴇ: 'e',
      ꜰ: 'f',
      ɢ: 'g',
      ʜ: 'h',
      ɪ: 'i',
      ᴊ: 'j',
      ᴋ: 'k',
      ʟ: 'l',
      ᴍ: 'm',
      ɴ: 'n',
    },
    ...{
      ᴏ: 'o',
      ᴘ: 'p',
      ʀ: 'r',
      ꜱ: 's',
      ᴛ: 't',
      ᴜ: 'u',
      ᴠ: 'v',
      ᴡ: 'w',
      ʏ: 'y',
      ᴢ: 'z',
      ɑ: 'a',
      ɡ: 'g',
      ı: 'i',
      ɩ: 'i',
    },
  }),
);

const INVISIBLE = /\u034f|[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

/** Without characters that take no room. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** The Latin letter something looks like; undefined for what looks like none. */
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

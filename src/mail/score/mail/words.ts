/** Matches web and mail addresses without the punctuation that ends the sentence. */
const ADDRESS =
  /\b(?:https?:\/\/|www\.)\S*[^\s.,;:!?…)"'”’»\]]|[^\s@]{1,64}@[^\s@]{1,255}[^\s@.,;:!?…)"'”’»\]]/gi;

const ASCII_WORD = /[A-Za-z0-9]+(?:['\-.][A-Za-z0-9]+)*/g;
const WORD = /[\p{L}\p{N}]+(?:['’\-.][\p{L}\p{N}]+)*/gu;
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspacedWords = new Intl.Segmenter('und', { granularity: 'word' });

/** A text without web and mail addresses. */
export function withoutAddresses(text: string): string {
  return text.includes('/') || text.includes('@') || text.includes('www.')
    ? text.replace(ADDRESS, ' ')
    : text;
}

/** The words and numbers of a text as written, without addresses. */
export function splitWords(text: string): string[] {
  const plain = withoutAddresses(text);
  if (isAscii(plain)) return plain.match(ASCII_WORD) ?? [];
  const words = plain.match(WORD) ?? [];
  if (!UNSPACED.test(text)) return words;
  return words.flatMap((word) => (UNSPACED.test(word) ? segment(word) : [word]));
}

function segment(text: string): string[] {
  return [...unspacedWords.segment(text)].filter((part) => part.isWordLike).map((part) => part.segment);
}

/** Abbreviations with a full stop, in the languages with word lists. */
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st no nos vs etc e.g i.e inc ltd co corp approx jan feb mar apr jun jul aug sep sept oct nov dec a.m p.m ' +
    'bzw z.b d.h u.a ca nr str usw ggf inkl zzgl evtl max min tel hr fr mme mlle m p.ex cf env ex sr sra srta ud uds pág av ' +
    'dhr mevr bijv enz o.a dott sig sig.ra ing ecc es p.es exmo exma'
  ).split(' '),
);

/** Abbreviations that often end a sentence: before a capital letter they do. */
const FINAL = new Set('etc inc ltd co corp a.m p.m usw ecc enz'.split(' '));

/** "am 5. Mai": in German a number with a full stop may be an ordinal. */
const ORDINAL = /(?:^|\s)(?:am|vom|zum|bis|den|der|dem|ab|im|und)\s\d{1,2}$/i;

const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s|$)|[。！？]/g;

/** The sentences of a text. A line break ends a sentence, unless the next line begins in lower case. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  const plain = withoutAddresses(text);
  const lines = plain.includes('\n') ? plain.split(/\n(?!\p{Ll})/u) : [plain];
  for (const line of lines) addSentences(line, sentences);
  return sentences;
}

function addSentences(line: string, sentences: string[]): void {
  let from = 0;
  for (const match of line.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (!isSentenceEnd(line, match.index, match[0], end)) continue;
    add(sentences, line.slice(from, end));
    from = end;
  }
  add(sentences, line.slice(from));
}

function isSentenceEnd(line: string, start: number, mark: string, end: number): boolean {
  if (/^\s+\p{Ll}/u.test(line.slice(end, end + 3))) return false;
  if (!mark.startsWith('.') || mark.startsWith('..')) return true;
  const before = line.slice(Math.max(start - 40, 0), start);
  const word = /(?<![\p{L}\p{N}.])[\p{L}\p{N}.]+$/u.exec(before)?.[0] ?? '';
  if (ABBREVIATIONS.has(word.toLowerCase()) && end < line.trimEnd().length) {
    return FINAL.has(word.toLowerCase()) && /^\s+\p{Lu}/u.test(line.slice(end, end + 3));
  }
  if (/^\p{Lu}$/u.test(word) && end < line.trimEnd().length) return false;
  return !ORDINAL.test(before);
}

function add(sentences: string[], piece: string): void {
  const sentence = piece.replace(/\s+/g, ' ').trim();
  if (/[a-z]/.test(sentence) || /[\p{L}\p{N}]/u.test(sentence)) sentences.push(sentence);
}

/** Whether a text is ASCII. Then simpler patterns give the same result several times as fast as Unicode ones. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

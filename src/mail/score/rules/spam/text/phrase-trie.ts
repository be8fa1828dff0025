import { foldWord } from './fold.ts';
import { isNumber, type Token, type Tokens } from './tokens.ts';

/** A phrase of a word list. */
interface Phrase {
  /** As written in the list; identifies the phrase. */
  pattern: string;
  points: number;
}

/** Many phrases as a tree of words: a text is searched for all of them in one pass. */
interface PhraseTrie {
  next: Map<string, PhraseTrie>;
  phrase: Phrase | undefined;
}

export interface PhraseMatch {
  phrase: Phrase;
  /** Index of the first word, and of the word after the last. */
  from: number;
  to: number;
}

const ANY_NUMBER = '#';
const ANY_WORD = '*';

export function makeTrie(): PhraseTrie {
  return { next: new Map(), phrase: undefined };
}

/**
 * Adds a phrase in the notation of the word lists. Of two phrases with the same words, the one with more points is
 * kept.
 */
export function addPhrase(trie: PhraseTrie, phrase: Phrase): void {
  let ends = new Set([trie]);
  for (const step of readPattern(phrase.pattern)) {
    const after = step.isOptional ? new Set(ends) : new Set<PhraseTrie>();
    for (const end of ends) for (const words of step.choices) after.add(descend(end, words));
    ends = after;
  }
  for (const end of ends) {
    if (end !== trie && (end.phrase?.points ?? 0) < phrase.points) end.phrase = phrase;
  }
}

interface Step {
  choices: string[][];
  isOptional: boolean;
}

function readPattern(pattern: string): Step[] {
  const parts = pattern.match(/\([^)]*\)|\[[^\]]*\]|[^\s()[\]]+/g) ?? [];
  return parts.map((part) => {
    const isGroup = part.startsWith('(') || part.startsWith('[');
    const choices = (isGroup ? part.slice(1, -1) : part).split('|').map(splitWords);
    return { choices, isOptional: part.startsWith('[') };
  });
}

function splitWords(text: string): string[] {
  return (text.match(/[\p{L}\p{M}\p{N}]+|[%#*]/gu) ?? []).map(foldWord);
}

function descend(trie: PhraseTrie, words: readonly string[]): PhraseTrie {
  let node = trie;
  for (const word of words) {
    let next = node.next.get(word);
    if (next === undefined) {
      next = makeTrie();
      node.next.set(word, next);
    }
    node = next;
  }
  return node;
}

/**
 * The phrases in a text, in reading order. Of overlapping ones, the one with the most points is kept, then the longest.
 */
export function findPhrases(trie: PhraseTrie, { list }: Tokens): PhraseMatch[] {
  const found: PhraseMatch[] = [];
  for (let from = 0; from < list.length; from += 1) collect(trie, list, from, from, found);
  if (found.length < 2) return found;
  found.sort(
    (a, b) => b.phrase.points - a.phrase.points || b.to - b.from - (a.to - a.from) || a.from - b.from,
  );
  const kept: PhraseMatch[] = [];
  const taken = new Uint8Array(list.length);
  for (const match of found) {
    if (taken.subarray(match.from, match.to).includes(1)) continue;
    taken.fill(1, match.from, match.to);
    kept.push(match);
  }
  return kept.sort((a, b) => a.from - b.from);
}

function collect(
  node: PhraseTrie,
  list: readonly Token[],
  from: number,
  at: number,
  found: PhraseMatch[],
): void {
  if (node.phrase !== undefined) found.push({ phrase: node.phrase, from, to: at });
  const token = list[at];
  if (token === undefined || node.next.size === 0) return;
  const exact = node.next.get(token.word);
  if (exact !== undefined) collect(exact, list, from, at + 1, found);
  const number = isNumber(token) ? node.next.get(ANY_NUMBER) : undefined;
  if (number !== undefined) collect(number, list, from, at + 1, found);
  const word = node.next.get(ANY_WORD);
  if (word !== undefined) collect(word, list, from, at + 1, found);
}

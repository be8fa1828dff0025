import { quote } from '../../quote.ts';
import type { Rule, RuleFinding, Severity } from '../../rule.ts';
import { findPhrases, type PhraseMatch } from './text/phrase-trie.ts';
import { listSpamTexts, phrasesOf, type SpamText } from './text/spam-text.ts';
import { noListFor } from './words/index.ts';

interface Hit {
  text: SpamText;
  match: PhraseMatch;
  count: number;
}

/**
 * Phrases that spam uses, each reported once per mail. The points are on SpamAssassin's scale, where its own phrases
 * cost from 0.5 to 3.1 (rules files 20_phrases.cf and 20_body_tests.cf, score set 0).
 */
export const phraseRule: Rule = {
  id: 'spam.phrase',
  area: 'spam',
  check(mail) {
    const trie = phrasesOf(mail.language);
    if (trie === undefined) return noListFor(mail.language);
    const hits = new Map<string, Hit>();
    for (const text of listSpamTexts(mail)) {
      for (const match of findPhrases(trie, text.tokens)) note(hits, text, match);
    }
    return [...hits.values()].map((hit) => describe(hit, pointsOf(hit, hits.size)));
  },
};

function note(hits: Map<string, Hit>, text: SpamText, match: PhraseMatch): void {
  const hit = hits.get(match.phrase.pattern);
  if (hit === undefined) hits.set(match.phrase.pattern, { text, match, count: 1 });
  else hit.count += 1;
}

function describe({ text, match, count }: Hit, points: number): RuleFinding {
  const { list, text: plain } = text.tokens;
  const words = quote(plain.slice(list[match.from]?.start, list[match.to - 1]?.end));
  const place = text.part === 'body' ? '' : ` in the ${text.part}`;
  const times = count > 1 ? ` It is there ${count} times.` : '';
  return {
    severity: severityOf(match.phrase.points),
    blockId: text.blockId,
    message: `${words}${place} is a phrase spam filters look for (${points} of the 5 points that make spam).${times}`,
    suggestion: 'Say the same in plain words of your own, or leave it out.',
    points,
  };
}

/** A single phrase happens in honest mails; spam has several. Phrases of high severity count in full. */
const ONLY_ONE = 0.45;
const FULL_POINTS = 2.5;

function pointsOf({ match }: Hit, found: number): number {
  const { points } = match.phrase;
  return found > 1 || points >= FULL_POINTS ? points : Math.round(points * ONLY_ONE * 100) / 100;
}

function severityOf(points: number): Severity {
  if (points >= 2.5) return 'high';
  return points >= 1 ? 'medium' : 'low';
}

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
    return [...hits.values()].map(describe);
  },
};

function note(hits: Map<string, Hit>, text: SpamText, match: PhraseMatch): void {
  const hit = hits.get(match.phrase.pattern);
  if (hit === undefined) hits.set(match.phrase.pattern, { text, match, count: 1 });
  else hit.count += 1;
}

function describe({ text, match, count }: Hit): RuleFinding {
  const { list, text: plain } = text.tokens;
  const words = quote(plain.slice(list[match.from]?.start, list[match.to - 1]?.end));
  const place = text.part === 'body' ? '' : ` in the ${text.part}`;
  const times = count > 1 ? ` It is there ${count} times.` : '';
  const { points } = match.phrase;
  return {
    severity: severityOf(points),
    blockId: text.blockId,
    message: `${words}${place} is a phrase spam filters look for (${points} of the 5 points that make spam).${times}`,
    suggestion: 'Say the same in plain words of your own, or leave it out.',
    points,
  };
}

function severityOf(points: number): Severity {
  if (points >= 2.5) return 'high';
  return points >= 1 ? 'medium' : 'low';
}

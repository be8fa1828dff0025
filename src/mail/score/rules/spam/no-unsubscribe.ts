import type { Mail } from '../../mail/mail.ts';
import type { Rule } from '../../rule.ts';
import { explainGuess } from './note-of-guess.ts';
import { mergeTagsIn } from './text/merge-tags-in.ts';
import { addPhrase, findPhrases, makeTrie, type PhraseTrie } from './text/phrase-trie.ts';
import { tokensOf } from './text/spam-text.ts';
import { noListFor, perLanguage } from './words/index.ts';

/** How URLs and merge tags name unsubscribing, in all languages. */
const NAMED =
  /unsub|opt[-_]?out|list[-_]?leave|leave[-_]?list|abmeld|austrag|desabon|desinscri|desuscri|darse[-_]?de[-_]?baja|\/baja\b|afmeld|uitschrij|disiscri|cancellazione|descadastr|cancelar[-_]?(?:inscri|subscri|assina)|preferences?[-_]?(?:cent|page|url|link)|(?:manage|email|update|subscription)[-_]?(?:preferences|subscriptions?|settings)|UPDATE_PROFILE/i;

/**
 * Marketing mails without an unsubscribe link. Google and Yahoo require a visible one from senders of more than 5,000
 * mails a day, and readers who find none report the mail as spam.
 */
export const noUnsubscribeRule: Rule = {
  id: 'spam.no-unsubscribe',
  area: 'spam',
  check(mail) {
    if (mail.kind !== 'marketing' || hasUnsubscribeUrl(mail)) return [];
    const words = unsubscribePhrasesOf(mail.language);
    if (words === undefined) return noListFor(mail.language);
    if (hasUnsubscribePhrase(mail, words)) return [];
    return [
      {
        ...(mail.isKindSure ? { severity: 'high', points: 2.5 } : { severity: 'medium', points: 0.5 }),
        blockId: null,
        message: 'The mail has no link to unsubscribe.',
        suggestion: `Add one to the footer, with the merge tag of your sending service, e.g. {{ unsubscribe_url }}.${explainGuess(mail)}`,
      },
    ];
  },
};

function hasUnsubscribeUrl({ links, texts }: Mail): boolean {
  if (links.some(({ href }) => NAMED.test(href))) return true;
  // Some services replace a merge tag by the whole link.
  return texts.some((text) => mergeTagsIn(text).some((tag) => NAMED.test(tag)));
}

/** Whether a link, or the sentence around it, speaks of unsubscribing: "to unsubscribe, click here". */
function hasUnsubscribePhrase(mail: Mail, words: PhraseTrie): boolean {
  const named = mail.links.filter(({ href }) => href.trim() !== '');
  const around = new Set(named.flatMap(({ inText }) => (inText === undefined ? [] : [inText.text])));
  const texts = new Set([...named.map(({ text }) => text), ...around]);
  return [...texts].some((text) => findPhrases(words, tokensOf(mail, text)).length > 0);
}

const unsubscribePhrasesOf = perLanguage((lists) => {
  const trie = makeTrie();
  for (const pattern of lists.flatMap(({ unsubscribe }) => unsubscribe)) {
    addPhrase(trie, { pattern, points: 1 });
  }
  return trie;
});

import { namesUnsubscribing } from '../../../parse/unsubscribe.ts';
import { derive, type Mail, type MailLink } from '../../mail/mail.ts';
import type { Rule } from '../../rule.ts';
import { explainGuess } from './note-of-guess.ts';
import { mergeTagsIn } from './text/merge-tags-in.ts';
import { addPhrase, findPhrases, makeTrie } from './text/phrase-trie.ts';
import { tokensOf } from './text/spam-text.ts';
import { noListFor, perLanguage } from './words/index.ts';

/**
 * Marketing mails without an unsubscribe link. Google and Yahoo require a visible one from senders of more than 5,000
 * mails a day, and readers who find none report the mail as spam.
 */
export const noUnsubscribeRule: Rule = {
  id: 'spam.no-unsubscribe',
  area: 'spam',
  check(mail) {
    if (mail.kind !== 'marketing' || hasUnsubscribeTag(mail)) return [];
    if (derive(mail, listUnsubscribeLinks).length > 0) return [];
    const words = unsubscribePhrasesOf(mail.language);
    if (words === undefined) return noListFor(mail.language);
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

/** Some services replace a merge tag by the whole link. */
function hasUnsubscribeTag({ texts }: Mail): boolean {
  return texts.some((text) => mergeTagsIn(text).some((tag) => namesUnsubscribing(tag)));
}

/** The links whose address, text or sentence speaks of unsubscribing: "to unsubscribe, click here". Read it by `derive`. */
export function listUnsubscribeLinks(mail: Mail): MailLink[] {
  const words = unsubscribePhrasesOf(mail.language);
  const speaks = (text: string) => words !== undefined && findPhrases(words, tokensOf(mail, text)).length > 0;
  return mail.links.filter(
    ({ href, text, inText }) =>
      href.trim() !== '' &&
      (namesUnsubscribing(href) || speaks(text) || (inText !== undefined && speaks(inText.text))),
  );
}

const unsubscribePhrasesOf = perLanguage((lists) => {
  const trie = makeTrie();
  for (const pattern of lists.flatMap(({ unsubscribe }) => unsubscribe)) {
    addPhrase(trie, { pattern, points: 1 });
  }
  return trie;
});

import { derive, type Mail, type MailText } from '../../../mail/mail.ts';
import { replaceMergeTags } from '../../../mail/merge-words.ts';
import { perLanguage } from '../words/index.ts';
import { addPhrase, makeTrie } from './phrase-trie.ts';
import { type Tokens, tokenize } from './tokens.ts';

/** A text that is searched for spam, cut into words. */
export interface SpamText {
  /** null: the subject or the preview text. */
  blockId: string | null;
  /** Name of the part for messages, where there is no block. */
  part: 'subject' | 'preview text' | 'body';
  text: string;
  tokens: Tokens;
  source: MailText | undefined;
}

/** The words of a text of a mail; cached, because links and texts repeat. */
export function tokensOf(mail: Mail, text: string): Tokens {
  const known = derive(mail, makeTokenCache);
  const tokens = known.get(text) ?? tokenize(text);
  known.set(text, tokens);
  return tokens;
}

function makeTokenCache(): Map<string, Tokens> {
  return new Map();
}

/** Subject, preview text and every text of a mail in words. */
export function listSpamTexts(mail: Mail): readonly SpamText[] {
  return derive(mail, readSpamTexts);
}

function readSpamTexts(mail: Mail): readonly SpamText[] {
  return [
    ...readLine('subject', mail.subject ?? ''),
    ...readLine('preview text', mail.preheader),
    ...mail.texts.map((source): SpamText => {
      const { blockId, text } = source;
      return { blockId, part: 'body', text, tokens: tokensOf(mail, text), source };
    }),
  ];
}

function readLine(part: 'subject' | 'preview text', line: string): SpamText[] {
  if (line.trim() === '') return [];
  const text = replaceMergeTags(line);
  return [{ blockId: null, part, text, tokens: tokenize(text), source: undefined }];
}

/** The spam phrases of a language; undefined for a language without a list. */
export const phrasesOf = perLanguage((lists) => {
  const trie = makeTrie();
  for (const { points, phrases } of lists.flatMap((list) => list.phrases)) {
    for (const pattern of phrases) addPhrase(trie, { pattern, points });
  }
  return trie;
});

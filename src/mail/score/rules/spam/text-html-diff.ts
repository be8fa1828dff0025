import { decodeHTML } from 'entities';
import { mapMergeTags } from '../../../parse/merge-tags.ts';
import { replaceSpans } from '../../../parse/spans.ts';
import { splitWords } from '../../mail/words.ts';
import type { Rule } from '../../rule.ts';

/** Fewer words are not compared. */
const MIN_WORDS = 5;
const MIN_SHARE = 0.5;

/**
 * A plain-text part with other words than the HTML, as in spam that deceives filters that read one of the parts.
 * SpamAssassin's MPART_ALT_DIFF gives 2.2 points. Measured is how many words of the plain part are in the HTML;
 * best.plain-text checks the reverse.
 */
export const textHtmlDiffRule: Rule = {
  id: 'spam.text-html-diff',
  area: 'spam',
  check({ rendered }) {
    if (rendered === undefined) return { notMeasured: 'The mail was not rendered.' };
    const plain = wordsOf(rendered.text);
    if (plain.size < MIN_WORDS) return [];
    const html = wordsOf(visibleText(rendered.html));
    const share = [...plain].filter((word) => html.has(word)).length / plain.size;
    if (share >= MIN_SHARE) return [];
    return [
      {
        severity: 'medium',
        blockId: null,
        message: `Of the words of the plain part, ${Math.floor(share * 100)} % are in the HTML: they are two different mails.`,
        suggestion: 'Let both parts say the same, as the plain-text part that this service renders does.',
        points: 2.2,
      },
    ];
  },
};

function wordsOf(text: string): Set<string> {
  const withoutTags = mapMergeTags(text, () => ' ');
  return new Set(splitWords(withoutTags).map((word) => word.toLowerCase()));
}

/** The text between tags, and the alternative texts, which plain-text parts contain too. */
function visibleText(html: string): string {
  const closeOf = (opening: string) =>
    opening === '<!--' ? /-->/g : new RegExp(`</${opening.slice(1)}\\s*>`, 'gi');
  const seen = replaceSpans(html, /<!--|<(?:style|script|title|head)\b/gi, closeOf, () => ' ');
  const alts = [...seen.matchAll(/\balt="([^"]*)"/g)].map(([, alt]) => alt);
  return decodeHTML(`${seen.replace(/<[^<>]*>/g, ' ')} ${alts.join(' ')}`);
}

import { decodeHTML } from 'entities';
import { mapMergeTags } from '../../../parse/merge-tags.ts';
import { splitWords } from '../../mail/words.ts';
import type { Rule } from '../../rule.ts';

/** Too few words to tell two texts apart. */
const MIN_WORDS = 5;
const MIN_SHARE = 0.5;

/**
 * A plain part that says something else than the HTML, as spam does to please filters that read one of them;
 * SpamAssassin's MPART_ALT_DIFF gives 2.2. Compared is how many of the words of the plain part the HTML has. A part
 * that says too little is for best.plain-text to judge.
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
        suggestion: 'Let both parts say the same; the plain part this service renders does.',
        points: 2.2,
      },
    ];
  },
};

function wordsOf(text: string): Set<string> {
  const said = mapMergeTags(text, () => ' ');
  return new Set(splitWords(said).map((word) => word.toLowerCase()));
}

/** Text between tags, and alternative texts, which plain parts have too. */
function visibleText(html: string): string {
  const seen = html.replace(/<!--[\s\S]*?-->|<(style|script|title|head)\b[\s\S]*?<\/\1\s*>/gi, ' ');
  const alts = [...seen.matchAll(/\balt="([^"]*)"/g)].map(([, alt]) => alt);
  return decodeHTML(`${seen.replace(/<[^>]*>/g, ' ')} ${alts.join(' ')}`);
}

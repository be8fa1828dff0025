import type { ContentOperations } from '../../../model/index.ts';
import { changeBlock, restyleContent } from '../../fix.ts';
import type { Mail, MailText } from '../../mail/mail.ts';
import { andMore, quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';

const MIN_LETTERS = 20;

/** Text in capitals, typed or by style: it is slower to read, and some screen readers spell it. */
export const capsBlockRule: Rule = {
  id: 'read.caps-block',
  area: 'readability',
  check(mail) {
    const shouted = mail.texts.filter(({ role }) => role !== 'alt' && role !== 'label').filter(isShouted);
    return [...Map.groupBy(shouted, ({ blockId }) => blockId)].map(([blockId, texts]) => {
      const fix = fixStyle(mail, blockId, texts);
      return {
        severity: 'medium',
        blockId,
        message: `Text in capitals: ${quote((texts[0] as MailText).text)}${andMore(texts.length - 1)}.`,
        suggestion: 'Write it in normal case; make it bold to stress it.',
        ...(fix && { fix }),
      };
    });
  },
};

function isShouted({ runs }: MailText): boolean {
  if (runs.some(({ hidden, uppercase, text }) => !hidden && !uppercase && /[a-z]/.test(text))) return false;
  const shown = runs
    .filter(({ hidden }) => !hidden)
    .map(({ text, uppercase }) => (uppercase ? text.toUpperCase() : text))
    .join('');
  const letters = shown.match(/\p{Lu}|\p{Ll}/gu) ?? [];
  return letters.length >= MIN_LETTERS && !letters.some((letter) => /\p{Ll}/u.test(letter));
}

/** Removes text-transform where the text was not typed in capitals. */
function fixStyle(mail: Mail, blockId: string, texts: readonly MailText[]): ContentOperations | undefined {
  const block = mail.blockOf.get(blockId)?.block;
  if (block?.type !== 'paragraph' && block?.type !== 'title') return undefined;
  if (!texts.every(({ text }) => /\p{Ll}/u.test(text))) return undefined;
  const content = restyleContent(mail, block, ({ property, value }) =>
    property === 'text-transform' ? undefined : value,
  );
  return content === block.content ? undefined : changeBlock(blockId, { content });
}

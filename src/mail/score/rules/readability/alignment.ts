import type { ContentOperations } from '../../../model/index.ts';
import { changeBlock, readField, restyleContent } from '../../fix.ts';
import type { Mail, MailText } from '../../mail/mail.ts';
import { andMore, quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { whyWordsDoNotCount } from './prose.ts';

const MAX_CENTERED_WORDS = 40;

/** Long centered text: the eye has to look for the beginning of each line. */
export const centeredLongRule: Rule = {
  id: 'read.centered-long',
  area: 'readability',
  check(mail) {
    const notMeasured = whyWordsDoNotCount(mail);
    if (notMeasured !== undefined) return { notMeasured };
    const centered = mail.texts.filter(
      ({ align, words, isFooter }) => align === 'center' && words.length > MAX_CENTERED_WORDS && !isFooter,
    );
    return [...Map.groupBy(centered, ({ blockId }) => blockId)].map(([blockId, [first, ...others]]) => {
      const { text, words } = first as MailText;
      const fix = alignToStart(mail, blockId, 'center');
      return {
        severity: 'low',
        blockId,
        message: `${words.length} words of centered text: ${quote(text)}${andMore(others.length)}.`,
        suggestion: `Align it to the left; center only texts shorter than ${MAX_CENTERED_WORDS} words.`,
        ...(fix && { fix }),
      };
    });
  },
};

/** Justified text: mail clients do not hyphenate, which leaves wide gaps. */
export const justifiedRule: Rule = {
  id: 'read.justified',
  area: 'readability',
  check(mail) {
    const justified = mail.texts.filter(({ align, text }) => align === 'justify' && text !== '');
    return [...Map.groupBy(justified, ({ blockId }) => blockId)].map(([blockId, [first, ...others]]) => {
      const fix = alignToStart(mail, blockId, 'justify');
      return {
        severity: 'medium',
        blockId,
        message: `Justified text: ${quote((first as MailText).text)}${andMore(others.length)}.`,
        suggestion: 'Align it to the left: mail clients do not hyphenate, and justified lines get holes.',
        ...(fix && { fix }),
      };
    });
  },
};

/** Aligns the text of a block to the side where its language begins, if its style or field sets another alignment. */
function alignToStart(mail: Mail, blockId: string, from: string): ContentOperations | undefined {
  const placed = mail.blockOf.get(blockId);
  if (placed === undefined) return undefined;
  const { block } = placed;
  const isRich = block.type === 'paragraph' || block.type === 'title';
  const content = isRich
    ? restyleContent(mail, block, ({ property, value }) =>
        property === 'text-align' && value.toLowerCase() === from ? undefined : value,
      )
    : undefined;
  const isContentChanged = isRich && content !== block.content;
  const isAlignedByField = readField(block, ['textAlign']) === from;
  if (!isContentChanged && !isAlignedByField) return undefined;
  const start = mail.direction === 'rtl' ? 'right' : 'left';
  return changeBlock(block.id, {
    ...(isContentChanged && { content }),
    ...(isAlignedByField && { textAlign: start }),
  });
}

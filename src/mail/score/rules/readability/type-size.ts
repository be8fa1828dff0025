import type { ContentOperations } from '../../../model/index.ts';
import { changeBlock, changeField, readField, restyleContent } from '../../fix.ts';
import type { Mail, MailText } from '../../mail/mail.ts';
import { andMore, quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';

/** Least sizes in pixels. iOS enlarges text smaller than 13, other phones do not. */
const BODY = 14;
const TINY = 12;
const FOOTER = 11;

/** Text that is too small to read on phones. Footers may be smaller. */
export const fontSizeRule: Rule = {
  id: 'read.font-size',
  area: 'readability',
  check(mail) {
    const small = mail.texts.filter((text) => isVisible(text) && text.fontSize < leastSize(text));
    return [...Map.groupBy(small, ({ blockId }) => blockId)].map(([blockId, texts]) =>
      describeSmall(mail, blockId, texts),
    );
  },
};

function isVisible({ role, text, runs }: MailText): boolean {
  return role !== 'alt' && role !== 'label' && text !== '' && runs.some(({ hidden }) => !hidden);
}

function leastSize({ isFooter }: MailText): number {
  return isFooter ? FOOTER : BODY;
}

function describeSmall(mail: Mail, blockId: string, texts: readonly MailText[]): RuleFinding {
  const smallest = texts.toSorted((one, other) => one.fontSize - other.fontSize)[0] as MailText;
  const least = Math.max(...texts.map(leastSize));
  const fix = enlarge(mail, blockId, least);
  return {
    severity: !smallest.isFooter && smallest.fontSize < TINY ? 'high' : 'medium',
    blockId,
    message: `Text of ${round(smallest.fontSize)} px: ${quote(smallest.text)}${andMore(texts.length - 1)}.`,
    suggestion: `Make it at least ${least} px.`,
    ...(fix && { fix, fixNeedsTrial: true }),
  };
}

function enlarge(mail: Mail, blockId: string, least: number): ContentOperations | undefined {
  const block = mail.blockOf.get(blockId)?.block;
  if (block === undefined) return undefined;
  const size = readField(block, ['fontSize']);
  if (typeof size === 'number') return size < least ? changeField(block, ['fontSize'], least) : undefined;
  if (block.type !== 'paragraph' || hasOtherUnits(block.content)) return undefined;
  const content = restyleContent(mail, block, ({ property, value }) => {
    const pixels = property === 'font-size' ? /^([\d.]+)px$/i.exec(value)?.[1] : undefined;
    return pixels !== undefined && Number(pixels) < least ? `${least}px` : value;
  });
  return content === block.content ? undefined : changeBlock(blockId, { content });
}

/** Whether there are relative sizes: the result of changing those is not known. */
function hasOtherUnits(html: string): boolean {
  return /font-size\s*:\s*(?![\d.]+px\s*[;"'])/i.test(html) || /<(?:small|sub|sup|font)\b/i.test(html);
}

const MIN_LINE_HEIGHT = 1.3;
/** Large letters need less room between lines: typographers set them at 1.0 to 1.2. */
const LARGE = 24;
const MIN_LINE_HEIGHT_OF_LARGE = 1.05;

/** Average width of a letter as a share of the font size, over common fonts and languages. */
const LETTER_WIDTH = 0.5;

/** Tight lines in texts of several lines; WCAG 1.4.12 requires text to work with 1.5. */
export const lineHeightRule: Rule = {
  id: 'read.line-height',
  area: 'readability',
  check(mail) {
    const tight = mail.texts.filter(
      (text) =>
        isVisible(text) && (text.lineHeight ?? 2) < leastLineHeight(text) && countLines(mail, text) > 1,
    );
    return [...Map.groupBy(tight, ({ blockId }) => blockId)].map(([blockId, [first, ...others]]) => {
      const { text, lineHeight } = first as MailText;
      const fix = loosen(mail, blockId);
      return {
        severity: 'medium',
        blockId,
        message: `Lines only ${round(lineHeight ?? 0)} times as high as the letters: ${quote(text)}${andMore(others.length)}.`,
        suggestion: 'Use a line height of 1.4 or more.',
        ...(fix && { fix }),
      };
    });
  },
};

function leastLineHeight({ fontSize }: MailText): number {
  return fontSize >= LARGE ? MIN_LINE_HEIGHT_OF_LARGE : MIN_LINE_HEIGHT;
}

/** Removes line heights, so that lines have that of the mail, which is 1.5. */
function loosen(mail: Mail, blockId: string): ContentOperations | undefined {
  const block = mail.blockOf.get(blockId)?.block;
  if (block?.type !== 'paragraph') return undefined;
  const content = restyleContent(mail, block, ({ property, value }) =>
    property === 'line-height' ? undefined : value,
  );
  return content === block.content ? undefined : changeBlock(blockId, { content });
}

const MAX_LETTERS = 90;

/** Long lines in texts of several lines; typographers recommend 45 to 75 letters. */
export const lineWidthRule: Rule = {
  id: 'read.line-width',
  area: 'readability',
  check(mail) {
    const wide = mail.texts.filter(
      (text) => isVisible(text) && lettersPerLine(mail, text) > MAX_LETTERS && countLines(mail, text) > 1,
    );
    return [...Map.groupBy(wide, ({ blockId }) => blockId)].map(([blockId, [first, ...others]]) => {
      const { text, fontSize } = first as MailText;
      const letters = Math.round(lettersPerLine(mail, first as MailText));
      return {
        severity: 'low',
        blockId,
        message: `Lines of some ${letters} letters at ${round(fontSize)} px: ${quote(text)}${andMore(others.length)}.`,
        suggestion: 'Make the text larger or the mail narrower: 600 px is common.',
      };
    });
  },
};

function lettersPerLine(mail: Mail, { blockId, fontSize }: MailText): number {
  const width = mail.blockOf.get(blockId)?.width ?? mail.width;
  return width / (Math.max(fontSize, 1) * LETTER_WIDTH);
}

function countLines(mail: Mail, text: MailText): number {
  return text.text.length / lettersPerLine(mail, text);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

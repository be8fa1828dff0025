import { escapeText } from '../../parse/escape.ts';
import { type BlockInput, paragraph, rich, space, text } from '../blocks.ts';
import { type DesignContext, put } from '../design.ts';

/** The discount as a percentage or an amount. */
export function discountOf({ facts, words }: DesignContext): string | undefined {
  const percent = facts.percents[0] ?? facts.amounts[0];
  return percent === undefined ? undefined : put(words.promotion.off, { percent });
}

/** The code on a strip and how long it is valid; empty when neither is known. */
export function voucher(context: DesignContext): BlockInput[] {
  const align = 'left';
  const { palette, facts, words, tags } = context;
  const code = facts.codes[0] ?? tags.find('code');
  const date = facts.dates.length > 0 ? facts.dates.join(' – ') : undefined;
  if (code === undefined && date === undefined) return [];
  return [
    ...(code === undefined
      ? []
      : [text(words.promotion.useCode, { align }), codeStrip(context, code, align)]),
    ...(date === undefined
      ? [space(code === undefined ? 0 : 16)]
      : [text(put(words.promotion.until, { date }), { align, color: palette.muted, above: 20 })]),
  ];
}

/** A code in a font of one width, in which letters are hard to confuse. */
export function codeStrip(
  { palette }: DesignContext,
  code: string,
  align: 'left' | 'center' = 'center',
): BlockInput {
  const size = code.length > 14 ? 22 : 32;
  const style = `font-family:'Courier New',Courier,monospace;font-size:${size}px;letter-spacing:4px`;
  const letters = `<span style="${style}">${escapeText(code)}</span>`;
  return {
    ...rich(paragraph(letters, { align, color: palette.text })),
    styles: { padding: { top: 18, right: 32, bottom: 18, left: 32 }, backgroundColor: palette.soft },
  };
}

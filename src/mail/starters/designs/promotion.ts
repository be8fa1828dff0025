import { button, heading, paragraph, rich, row, strong, text } from '../blocks.ts';
import { type Design, type DesignContext, introOf, say, takeHeadline } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { discountOf, voucher } from './voucher.ts';

/** A poster: one large figure on the brand’s color, and a voucher with its code hanging below it. */
export function promotion(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.promotion;
  const { headline, texts } = takeHeadline(context, say(context, mail.title));
  const figure = discountOf(context);
  const onBand = { align: 'center', color: palette.band.text } as const;
  const poster = [
    ...(figure === undefined
      ? []
      : [rich(paragraph(strong(figure), { ...onBand, size: figure.length > 12 ? 44 : 60 }), { gap: 0 })]),
    heading(1, headline, { ...onBand, gap: 12 }),
    text(introOf(context, mail), { ...onBand, gap: 8 }),
    button(facts.button ?? mail.button, context.actionUrl, palette.bandButton, {
      align: 'center',
      above: 16,
      gap: 8,
    }),
  ];
  const below = voucher(context);
  const more = texts.length > 0 ? texts : [words.reply];
  const paper = { background: palette.sheet, above: 28, below: 12, radius: 12, margin: { above: 20 } };
  return {
    align: 'center',
    rows: [
      header(context, 'center'),
      row([poster], { background: palette.band.fill, above: 40, below: 40, margin: { side: 0 } }),
      ...(below.length === 0 ? [] : [row([below], paper)]),
      row([more.map((line) => text(line, { align: line.length > LONG ? 'left' : 'center', gap: 12 }))], {
        above: 28,
        below: 0,
      }),
    ],
  };
}

/** Letters from which a text is no longer centered. */
const LONG = 180;

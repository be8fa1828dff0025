import { button, heading, paragraph, rich, row, SIDE, strong, text } from '../blocks.ts';
import { type Design, type DesignContext, introOf, say, takeHeadline } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { pictureRow } from '../pictures.ts';
import { discountOf, voucher } from './voucher.ts';

/** A poster: one large figure on the brand’s color, and a voucher with its code below it. */
export function promotion(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.promotion;
  const { headline, texts } = takeHeadline(context, say(context, mail.title));
  const figure = discountOf(context);
  const onBand = { color: palette.band.text } as const;
  const poster = [
    ...(figure === undefined
      ? []
      : [rich(paragraph(strong(figure), { ...onBand, size: figure.length > 12 ? 48 : 72 }), { gap: 8 })]),
    heading(1, headline, { ...onBand, gap: 12 }),
    text(introOf(context, mail), { ...onBand, gap: 8 }),
    button(facts.button ?? mail.button, context.actionUrl, palette.bandButton, {
      above: 16,
      gap: 8,
    }),
  ];
  const below = voucher(context);
  const more = texts.length > 0 ? texts : [words.reply];
  const paper = { background: palette.sheet, above: 40, below: 24, margin: { side: 0 } };
  return {
    align: 'left',
    inset: SIDE,
    rows: [
      header(context, 'left', SIDE),
      row([poster], { background: palette.band.fill, above: 24, below: 40, margin: { side: 0 } }),
      pictureRow(context, 'tiles', mail.picture, { background: palette.band.fill, margin: { side: 0 } }),
      ...(below.length === 0 ? [] : [row([below], paper)]),
      row([more.map((line) => text(line, { color: palette.night.text, gap: 12 }))], {
        background: palette.night.fill,
        above: 36,
        below: 20,
        margin: { side: 0 },
      }),
    ],
  };
}

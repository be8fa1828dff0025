import { header } from '../frame.ts';
import { type Design, introOf, type Kit, say, takeHeadline } from '../kit.ts';
import { button, heading, paragraph, rich, row, strong, text } from '../look/parts.ts';
import { discountOf, voucher } from './voucher.ts';

/** A poster: one large figure on the brand’s color, and a voucher with its code hanging below it. */
export function promotion(kit: Kit): Design {
  const { palette, facts, words } = kit;
  const mail = words.promotion;
  const { headline, texts } = takeHeadline(kit, say(kit, mail.title));
  const figure = discountOf(kit);
  const onBand = { align: 'center', color: palette.band.text } as const;
  const poster = [
    ...(figure === undefined
      ? []
      : [rich(paragraph(strong(figure), { ...onBand, size: figure.length > 12 ? 44 : 60 }), { gap: 0 })]),
    heading(1, headline, { ...onBand, gap: 12 }),
    text(introOf(kit, mail), { ...onBand, gap: 8 }),
    button(facts.button ?? mail.button, kit.actionUrl, palette.bandButton, {
      align: 'center',
      above: 16,
      gap: 8,
    }),
  ];
  const below = voucher(kit);
  const more = texts.length > 0 ? texts : [words.reply];
  const paper = { background: palette.sheet, above: 28, below: 12, radius: 12, margin: { above: 20 } };
  return {
    align: 'center',
    rows: [
      header(kit, 'center'),
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

import type { DrawnIconName } from '../../model/drawings.ts';
import { escapeText } from '../../parse/escape.ts';
import {
  aside,
  type BlockInput,
  button,
  heading,
  paragraph,
  rich,
  row,
  SIDE,
  strong,
  text,
} from '../blocks.ts';
import { type Design, type DesignContext, introOf, say, takeHeadline, whenOf } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { iconRow, pictureRow } from '../pictures.ts';

/** The invitation in large letters above two tickets, and a line each with an icon for when and where. */
export function event(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.event;
  const { headline, texts } = takeHeadline(context, say(context, mail.title));
  const onBand = { color: palette.band.text };
  const band = { background: palette.band.fill, margin: { side: 0 } };
  const sheet = { background: palette.sheet, margin: { side: 0 } };
  const [closingTitle, closing] = mail.closing;
  const onNight = { color: palette.night.text };
  return {
    align: 'left',
    inset: SIDE,
    rows: [
      header(context, 'left', SIDE),
      row([[text(mail.eyebrow, { ...onBand, gap: 8 }), heading(1, headline, { ...onBand, gap: 0 })]], {
        ...band,
        above: 24,
        below: 12,
      }),
      pictureRow(context, 'ticket', mail.picture, band),
      row([[text([...introOf(context, mail), ...texts], { gap: 8 }), ...speakers(context)]], {
        ...sheet,
        above: 40,
        below: 8,
      }),
      ...whenAndWhere(context, sheet),
      row([[button(facts.button ?? mail.button, context.actionUrl, palette.button)]], {
        ...sheet,
        above: 12,
        below: 24,
      }),
      row([[aside(closingTitle, onNight), text(closing, { color: palette.night.muted })]], {
        background: palette.night.fill,
        above: 36,
        below: 16,
        margin: { side: 0 },
      }),
    ],
  };
}

/** A line each: who speaks, and on what. */
function speakers({ facts, words }: DesignContext): BlockInput[] {
  if (facts.speakers.length === 0) return [];
  const lines = facts.speakers.map(({ name, talk }) => paragraph(`${strong(name)} – ${escapeText(talk)}`));
  return [aside(words.labels.speakers), rich(lines.join(''))];
}

/** Day, place and price, as far as the prompt has them. */
function whenAndWhere(
  context: DesignContext,
  look: { background: string; margin: { side: number } },
): BlockInput[] {
  const { palette, facts, words } = context;
  const { when, where, price } = words.labels;
  const lines: [DrawnIconName, string, string | undefined][] = [
    ['calendar', when, whenOf(context)],
    ['map-pin', where, facts.place],
    ['tag', price, facts.amounts.join(' – ') || undefined],
  ];
  return lines.flatMap(([icon, label, value]) => {
    if (value === undefined) return [];
    const texts = [
      text(label, { size: 14, color: palette.muted, gap: 2, side: 12 }),
      rich(paragraph(strong(value), { size: 18 }), { side: 12, gap: 12 }),
    ];
    return [iconRow(context, icon, texts, look)];
  });
}

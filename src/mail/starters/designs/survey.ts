import { type BlockInput, button, heading, row, SIDE, text } from '../blocks.ts';
import { type Design, type DesignContext, greetingOf, introOf, say, takeHeadline } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { pictureRow } from '../pictures.ts';

/** One question in large letters, how much time it takes, and one button to answer. */
export function survey(context: DesignContext): Design {
  const { palette, facts, words, actionUrl } = context;
  const mail = words.survey;
  const { headline, texts } = takeHeadline(context, say(context, mail.title), (quote) => quote.length <= 90);
  const hello = greetingOf(context);
  const onBand = { color: palette.band.text };
  const band = { background: palette.band.fill, margin: { side: 0 } };
  const sheet = { background: palette.sheet, margin: { side: 0 } };
  const figures = facts.durations.slice(0, 2).map((duration) => figure(context, duration));
  return {
    align: 'left',
    inset: SIDE,
    rows: [
      header(context, 'left', SIDE),
      pictureRow(context, 'speech', mail.picture, band),
      row([[text(mail.eyebrow, { ...onBand, gap: 8 }), heading(1, headline, { ...onBand, gap: 16 })]], {
        ...band,
        above: 24,
        below: 24,
      }),
      row([[text([...(hello ? [hello] : []), ...introOf(context, mail), ...texts], { gap: 8 })]], {
        ...sheet,
        above: 36,
        below: 8,
      }),
      ...(figures.length === 0
        ? []
        : [
            row(figures, {
              layout: figures.length === 2 ? '2' : '1',
              ...sheet,
              above: 8,
              below: 0,
              side: 12,
            }),
          ]),
      row([[button(facts.button ?? mail.button, actionUrl, palette.button)]], {
        ...sheet,
        above: 8,
        below: 24,
      }),
      row([[text(mail.closing, { gap: 0, color: palette.night.text })]], {
        background: palette.night.fill,
        above: 32,
        below: 8,
        margin: { side: 0 },
      }),
    ],
  };
}

/** "5 minutes" in large letters. */
function figure({ palette }: DesignContext, duration: string): BlockInput[] {
  return [text(duration, { size: 28, color: palette.accent, gap: 8, side: 20 })];
}

import { type BlockInput, button, heading, row, text } from '../blocks.ts';
import { type Design, type DesignContext, greetingOf, introOf, say, takeHeadline } from '../design.ts';
import { header } from '../header-and-footer.ts';

/** One question in large letters, how much time it takes, and one button to answer. */
export function survey(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.survey;
  const { headline, texts } = takeHeadline(context, say(context, mail.title), (quote) => quote.length <= 90);
  const hello = greetingOf(context);
  const question = [
    text(mail.eyebrow, { size: 14, color: palette.muted, gap: 8 }),
    heading(1, headline, { gap: 16 }),
    text([...(hello ? [hello] : []), ...introOf(context, mail), ...texts]),
    ...(facts.durations.length > 0 ? [] : [answer(context)]),
  ];
  const figures = facts.durations.slice(0, 2).map((duration) => figure(context, duration));
  const sheet = { background: palette.sheet };
  return {
    align: 'center',
    width: 560,
    rows: [
      header(context, 'center'),
      row([question], {
        ...sheet,
        above: 40,
        below: figures.length > 0 ? 4 : 16,
        ...(figures.length > 0 ? {} : { radius: 16 }),
      }),
      ...(figures.length === 0
        ? []
        : [
            row(figures, {
              layout: figures.length === 2 ? '2' : '1',
              background: palette.soft,
              above: 20,
              below: 12,
              side: 12,
            }),
            row([[answer(context)]], { ...sheet, above: 24, below: 8 }),
          ]),
      row([[text(mail.closing, { align: 'center', gap: 0, color: palette.muted })]], { above: 24, below: 0 }),
    ],
  };
}

function answer({ facts, words, actionUrl, palette }: DesignContext): BlockInput {
  return button(facts.button ?? words.survey.button, actionUrl, palette.button);
}

/** "5 minutes": the number large, what it counts below. */
function figure({ palette }: DesignContext, duration: string): BlockInput[] {
  return [text(duration, { size: 24, color: palette.accent, gap: 8, side: 20 })];
}

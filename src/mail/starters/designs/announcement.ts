import { type BlockInput, button, heading, row, rule, text } from '../blocks.ts';
import {
  alignOf,
  type Design,
  type DesignContext,
  greetingOf,
  introOf,
  say,
  takeHeadline,
  whenOf,
} from '../design.ts';
import { header } from '../header-and-footer.ts';
import { picture } from '../pictures.ts';

/** Headline and picture as on the first page of a story, and what it means below a line. */
export function announcement(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.announcement;
  const { headline, texts } = takeHeadline(context, say(context, mail.title));
  const hello = greetingOf(context);
  const when = whenOf(context);
  const eyebrow = when === undefined ? mail.eyebrow : `${mail.eyebrow} · ${when}`;
  const top = [
    text(eyebrow, { size: 14, color: palette.accent, align: 'center', gap: 12 }),
    heading(1, headline, { align: 'center', gap: 0 }),
  ];
  const short = texts.length >= 2 && texts.every((line) => line.length <= 120);
  const lead = [...(hello ? [hello] : []), ...introOf(context, mail), ...(short ? [] : texts)];
  const align = short ? 'left' : alignOf(lead);
  const story = [
    text(lead, { align }),
    ...(short ? points(context, texts) : []),
    button(facts.button ?? mail.button, context.actionUrl, palette.button, { align }),
  ];
  const [meaningTitle, meaning] = mail.meaning;
  return {
    align: 'center',
    rows: [
      header(context, 'center'),
      row([top], { above: 40, below: 36 }),
      row([[picture(context, 'mountains', mail.picture, 560)]], { above: 0, below: 0, margin: { side: 20 } }),
      row([story], { above: 40, below: 12, side: 12 }),
      row(
        [
          [
            rule(palette.line, { gap: 24 }),
            heading(2, meaningTitle, { align }),
            text(meaning, { gap: 8, color: palette.muted, align }),
          ],
        ],
        {
          above: 16,
          below: 16,
          side: 12,
        },
      ),
    ],
  };
}

/** Short points, a thin line between each two. */
function points({ palette }: DesignContext, texts: readonly string[]): BlockInput[] {
  return texts.flatMap((line) => [text(line, { gap: 12 }), rule(palette.line, { gap: 12 })]);
}

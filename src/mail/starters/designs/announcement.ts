import { aside, type BlockInput, button, heading, row, rule, SIDE, text } from '../blocks.ts';
import {
  type Design,
  type DesignContext,
  greetingOf,
  introOf,
  say,
  takeHeadline,
  whenOf,
} from '../design.ts';
import { header } from '../header-and-footer.ts';

/** A headline across the brand’s color from edge to edge, the story on a sheet, and what it means in a margin below. */
export function announcement(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.announcement;
  const { headline, texts } = takeHeadline(context, say(context, mail.title));
  const hello = greetingOf(context);
  const when = whenOf(context);
  const onBand = { color: palette.band.text };
  const top = [
    text(when === undefined ? mail.eyebrow : `${mail.eyebrow} · ${when}`, { ...onBand, size: 14, gap: 8 }),
    heading(1, headline, { ...onBand, gap: 0 }),
  ];
  const short = texts.length >= 2 && texts.every((line) => line.length <= 120);
  const story = [
    text([...(hello ? [hello] : []), ...introOf(context, mail), ...(short ? [] : texts)]),
    ...(short ? points(context, texts) : []),
    button(facts.button ?? mail.button, context.actionUrl, palette.button),
  ];
  const [meaningTitle, meaning] = mail.meaning;
  return {
    align: 'left',
    inset: SIDE,
    rows: [
      header(context, 'left', SIDE),
      row([top], { background: palette.band.fill, above: 48, below: 44, margin: { side: 0 } }),
      row([story], { background: palette.sheet, above: 36, below: 12, margin: { side: 0 } }),
      row([[aside(meaningTitle), text(meaning, { gap: 8 })]], {
        background: palette.soft,
        above: 28,
        below: 20,
        margin: { side: 0 },
      }),
    ],
  };
}

/** Short points, a thin line between each two. */
function points({ palette }: DesignContext, texts: readonly string[]): BlockInput[] {
  return texts.flatMap((line) => [text(line, { gap: 12 }), rule(palette.line, { gap: 12 })]);
}

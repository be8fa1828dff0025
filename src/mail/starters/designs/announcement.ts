import { header } from '../frame.ts';
import { type Design, greet, introOf, type Kit, say, takeHeadline, whenOf } from '../kit.ts';
import { aside, button, heading, type Part, row, rule, SIDE, text } from '../look/parts.ts';

/** A headline across the brand’s color from edge to edge, the story on a sheet, and what it means in a margin below. */
export function announcement(kit: Kit): Design {
  const { palette, facts, words } = kit;
  const mail = words.announcement;
  const { headline, texts } = takeHeadline(kit, say(kit, mail.title));
  const hello = greet(kit);
  const when = whenOf(kit);
  const onBand = { color: palette.band.text };
  const top = [
    text(when === undefined ? mail.eyebrow : `${mail.eyebrow} · ${when}`, { ...onBand, size: 14, gap: 8 }),
    heading(1, headline, { ...onBand, gap: 0 }),
  ];
  const short = texts.length >= 2 && texts.every((line) => line.length <= 120);
  const story = [
    text([...(hello ? [hello] : []), ...introOf(kit, mail), ...(short ? [] : texts)]),
    ...(short ? points(kit, texts) : []),
    button(facts.button ?? mail.button, kit.actionUrl, palette.button),
  ];
  const [meaningTitle, meaning] = mail.meaning;
  return {
    align: 'left',
    inset: SIDE,
    rows: [
      header(kit, 'left', SIDE),
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
function points({ palette }: Kit, texts: readonly string[]): Part[] {
  return texts.flatMap((line) => [text(line, { gap: 12 }), rule(palette.line, { gap: 12 })]);
}

import { escapeText } from '../../parse/escape.ts';
import {
  aside,
  type BlockInput,
  button,
  heading,
  paragraph,
  rich,
  row,
  rule,
  strong,
  text,
} from '../blocks.ts';
import { type Design, type DesignContext, introOf, say, takeHeadline, whenOf } from '../design.ts';
import { splitDate } from '../facts/patterns.ts';
import { header } from '../header-and-footer.ts';

/** A leaf of a calendar beside the invitation, and a line each for when and where. */
export function event(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.event;
  const { headline, texts } = takeHeadline(context, say(context, mail.title));
  const day = splitDate(facts.dates[0] ?? '');
  const sheet = { background: palette.sheet };
  const title = heading(1, headline, { side: 16, gap: 8, above: day === undefined ? 16 : 0 });
  const eyebrow = text(mail.eyebrow, { size: 14, color: palette.muted, above: 12, gap: 4, side: 16 });
  const leaf = day === undefined ? stub(context, mail.eyebrow) : calendarLeaf(context, day);
  const [closingTitle, closing] = mail.closing;
  return {
    align: 'left',
    rows: [
      header(context, 'left'),
      row([leaf, day === undefined ? [title] : [eyebrow, title]], {
        ...sheet,
        layout: '1-2',
        above: 32,
        below: 8,
        side: 32,
      }),
      row(
        [
          [
            text([...introOf(context, mail), ...texts]),
            ...whenAndWhere(context),
            ...speakers(context),
            button(facts.button ?? mail.button, context.actionUrl, palette.button),
          ],
        ],
        { ...sheet, above: 8, below: 8 },
      ),
      row([[aside(closingTitle), text(closing, { color: palette.muted })]], {
        background: palette.soft,
        above: 24,
        below: 8,
      }),
    ],
  };
}

/** The day in the brand’s color, as it hangs on a wall. */
function calendarLeaf(
  { palette }: DesignContext,
  { day, month }: { day: string; month: string },
): BlockInput[] {
  const { fill, text: color } = palette.band;
  const on = (top: number, bottom: number) => ({
    padding: { top, right: 8, bottom, left: 8 },
    backgroundColor: fill,
  });
  return [
    { ...text(month, { align: 'center', color, size: 18 }), styles: on(14, 0) },
    { ...text(day, { align: 'center', color, size: 44 }), styles: on(0, 12) },
  ];
}

/** Where no day is known yet, a stub as of a ticket takes the place of the calendar. */
function stub({ palette }: DesignContext, label: string): BlockInput[] {
  const { fill, text: color } = palette.band;
  const padding = { top: 36, right: 8, bottom: 36, left: 8 };
  return [
    { ...text(label, { align: 'center', color, size: 18 }), styles: { padding, backgroundColor: fill } },
  ];
}

/** A line each: who speaks, and on what. */
function speakers({ facts, words }: DesignContext): BlockInput[] {
  if (facts.speakers.length === 0) return [];
  const lines = facts.speakers.map(({ name, talk }) => paragraph(`${strong(name)} – ${escapeText(talk)}`));
  return [aside(words.labels.speakers), rich(lines.join(''))];
}

function whenAndWhere(context: DesignContext): BlockInput[] {
  const { palette, facts, words } = context;
  const { when, where, price } = words.labels;
  const lines = [
    [when, whenOf(context)],
    [where, facts.place],
    [price, facts.amounts.join(' – ') || undefined],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${strong(`${label}:`)} ${escapeText(value)}`]));
  if (lines.length === 0) return [];
  const look = { gap: 16 };
  return [
    rule(palette.line, look),
    rich(lines.map((line) => paragraph(line)).join(''), look),
    rule(palette.line, look),
  ];
}

import { header } from '../frame.ts';
import { type Design, greet, introOf, type Kit, whenOf } from '../kit.ts';
import { aside, button, heading, type Part, row, rule, text } from '../look/parts.ts';

/** How far the parcel is, as a bar of three parts, above what one needs to find it. */
export function shipping(kit: Kit): Design {
  const { palette, facts, words } = kit;
  const mail = words.shipping;
  const hello = greet(kit);
  const sheet = { background: palette.sheet };
  const tracking = facts.tracking ?? kit.tags.find('tracking') ?? facts.order ?? kit.tags.find('order');
  const label = facts.tracking || kit.tags.find('tracking') ? words.labels.tracking : words.labels.order;
  const known = [
    ...(tracking === undefined ? [] : [fact(kit, label, tracking)]),
    ...(whenOf(kit) === undefined ? [] : [fact(kit, mail.expected, whenOf(kit) as string)]),
  ];
  const [helpTitle, help] = mail.help;
  return {
    align: 'left',
    rows: [
      header(kit, 'left'),
      row(
        mail.steps.map((step, index) => stage(kit, step, index)),
        {
          ...sheet,
          layout: '3',
          above: 0,
          below: 0,
          keep: true,
        },
      ),
      row(
        [
          [
            heading(1, facts.headline ?? mail.title[1]),
            text([...(hello ? [hello] : []), ...introOf(kit, mail), ...facts.texts]),
            button(facts.button ?? mail.button, kit.actionUrl, palette.button),
          ],
        ],
        { ...sheet, above: 20, below: 4 },
      ),
      ...(known.length === 0
        ? []
        : [
            row(known, {
              layout: known.length === 2 ? '2' : '1',
              background: palette.soft,
              above: 24,
              below: 8,
              side: 12,
            }),
          ]),
      row([[aside(helpTitle), text(help, { color: palette.muted })]], {
        ...sheet,
        above: 28,
        below: 12,
      }),
    ],
  };
}

/** Done, under way, to come: said by mark and weight too, not only by color. */
function stage({ palette }: Kit, name: string, index: number): Part[] {
  const isReached = index < 2;
  const mark = index === 0 ? '✓ ' : index === 1 ? '● ' : '';
  return [
    rule(isReached ? palette.accent : palette.line, { thickness: 6, gap: 10, side: 2 }),
    text(`${mark}${name}`, {
      align: 'center',
      size: 14,
      color: isReached ? palette.text : palette.muted,
      gap: 8,
      side: 4,
    }),
  ];
}

function fact({ palette }: Kit, label: string, value: string): Part[] {
  return [
    text(label, { size: 14, color: palette.muted, gap: 2, side: 20 }),
    text(value, { size: 18, side: 20 }),
  ];
}

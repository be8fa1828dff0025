import { aside, type BlockInput, button, heading, row, rule, text } from '../blocks.ts';
import { type Design, type DesignContext, greetingOf, introOf, whenOf } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { pictureRow } from '../pictures.ts';

/** The progress of a parcel as a bar of three parts, above its tracking number and expected day. */
export function shipping(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.shipping;
  const hello = greetingOf(context);
  const sheet = { background: palette.sheet };
  const tracking =
    facts.tracking ?? context.tags.find('tracking') ?? facts.order ?? context.tags.find('order');
  const label = facts.tracking || context.tags.find('tracking') ? words.labels.tracking : words.labels.order;
  const known = [
    ...(tracking === undefined ? [] : [fact(context, label, tracking)]),
    ...(whenOf(context) === undefined ? [] : [fact(context, mail.expected, whenOf(context) as string)]),
  ];
  const [helpTitle, help] = mail.help;
  return {
    align: 'left',
    rows: [
      header(context, 'left'),
      pictureRow(context, 'parcel', mail.picture, sheet),
      row(
        mail.steps.map((step, index) => stage(context, step, index)),
        {
          ...sheet,
          layout: '3',
          above: 24,
          below: 0,
          side: 6,
          keep: true,
        },
      ),
      row(
        [
          [
            heading(1, facts.headline ?? mail.title[1]),
            text([...(hello ? [hello] : []), ...introOf(context, mail), ...facts.texts]),
            button(facts.button ?? mail.button, context.actionUrl, palette.button),
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

/** A stage of the progress. A mark tells whether it is done, because color alone must not. */
function stage({ palette }: DesignContext, name: string, index: number): BlockInput[] {
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

function fact({ palette }: DesignContext, label: string, value: string): BlockInput[] {
  return [
    text(label, { size: 14, color: palette.muted, gap: 2, side: 20 }),
    text(value, { size: 18, side: 20 }),
  ];
}

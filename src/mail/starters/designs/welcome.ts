import { type BlockInput, button, heading, row, text } from '../blocks.ts';
import { type Design, type DesignContext, greetingOf, introOf, say } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { discountOf, voucher } from './voucher.ts';

/** A band in the brand’s color that says welcome, and three numbered steps side by side below it. */
export function welcome(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.welcome;
  const onBand = { align: 'center', color: palette.band.text } as const;
  const hello = greetingOf(context);
  const steps = facts.texts.length >= 2 && facts.texts.length <= 3 ? facts.texts : undefined;
  const body = steps === undefined ? facts.texts : [];
  const hero = row(
    [
      [
        heading(1, facts.headline ?? say(context, mail.title), onBand),
        text([...(hello ? [hello] : []), ...introOf(context, mail), ...body], { ...onBand, gap: 8 }),
        button(facts.button ?? mail.button, context.actionUrl, palette.bandButton, {
          align: 'center',
          gap: 16,
          above: 16,
        }),
      ],
    ],
    { background: palette.band.fill, above: 48, below: 40, radius: 16 },
  );
  const columns = steps
    ? steps.map((step, index) => numbered(context, index, [text(step, { align: 'center', side: 12 })]))
    : mail.steps.map(([title, line], index) =>
        numbered(context, index, [
          heading(3, title, { align: 'center', side: 12 }),
          text(line, { align: 'center', side: 12, color: palette.muted }),
        ]),
      );
  return {
    align: 'center',
    rows: [
      header(context, 'center'),
      hero,
      ...gift(context),
      row([[heading(2, mail.stepsTitle, { align: 'center', gap: 0 })]], { above: 40, below: 8 }),
      row(columns, { layout: columns.length === 2 ? '2' : '3', above: 16, below: 8, margin: { side: 12 } }),
      row([[text(words.reply, { align: 'center', gap: 8, color: palette.muted })]], { above: 8, below: 8 }),
    ],
  };
}

/** What newcomers get, where the prompt says so. */
function gift(context: DesignContext): BlockInput[] {
  const { palette, facts } = context;
  const discount = facts.codes.length > 0 ? discountOf(context) : undefined;
  const parts = facts.codes.length > 0 ? voucher(context) : [];
  if (parts.length === 0) return [];
  const title = discount === undefined ? [] : [heading(2, discount, { align: 'center' })];
  const look = { background: palette.sheet, above: 28, below: 12, radius: 12, margin: { above: 16 } };
  return [row([[...title, ...parts]], look)];
}

function numbered({ palette }: DesignContext, index: number, parts: BlockInput[]): BlockInput[] {
  const number = text(String(index + 1), {
    align: 'center',
    color: palette.accent,
    size: 32,
    gap: 4,
    side: 12,
  });
  return [number, ...parts];
}

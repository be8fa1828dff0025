import type { DrawnIconName } from '../../model/drawings.ts';
import { type BlockInput, button, heading, row, rule, space, text } from '../blocks.ts';
import { type Design, type DesignContext, greetingOf, introOf, say } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { iconRow, pictureRow } from '../pictures.ts';
import { discountOf, voucher } from './voucher.ts';

const ICONS: readonly DrawnIconName[] = ['user', 'compass', 'message-circle'];

/** A card with an open door, and what to do first as a list with icons. */
export function welcome(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.welcome;
  const hello = greetingOf(context);
  const sheet = { background: palette.sheet };
  const soft = { background: palette.soft };
  const steps = facts.texts.length >= 2 && facts.texts.length <= 3 ? facts.texts : undefined;
  const body = steps === undefined ? facts.texts : [];
  const lines = steps
    ? steps.map((step) => [text(step, { side: 12, above: 10 })])
    : mail.steps.map(([title, line]) => [
        heading(3, title, { side: 12, gap: 2 }),
        text(line, { side: 12, color: palette.muted }),
      ]);
  return {
    align: 'left',
    rows: [
      header(context, 'left'),
      pictureRow(context, 'doorway', mail.picture, sheet),
      row(
        [
          [
            heading(1, facts.headline ?? say(context, mail.title)),
            text([...(hello ? [hello] : []), ...introOf(context, mail), ...body]),
            button(facts.button ?? mail.button, context.actionUrl, palette.button),
          ],
        ],
        { ...sheet, above: 36, below: 12 },
      ),
      ...gift(context),
      row([[heading(2, mail.stepsTitle, { gap: 0 })]], { ...soft, above: 32, below: 12 }),
      ...lines.map((parts, index) =>
        iconRow(context, (steps ? undefined : ICONS[index]) ?? 'check', parts, soft),
      ),
      row([[rule(palette.line, { gap: 16 }), text(words.reply, { color: palette.muted, gap: 0 })]], {
        ...soft,
        above: 12,
        below: 28,
      }),
    ],
  };
}

/** The voucher for new readers, if the prompt has a code. */
function gift(context: DesignContext): BlockInput[] {
  const { palette, facts } = context;
  const discount = facts.codes.length > 0 ? discountOf(context) : undefined;
  const parts = facts.codes.length > 0 ? voucher(context) : [];
  if (parts.length === 0) return [];
  const title = discount === undefined ? [] : [heading(2, discount)];
  return [
    row([[rule(palette.line), ...title, ...parts, space(8)]], {
      background: palette.sheet,
      above: 0,
      below: 12,
    }),
  ];
}

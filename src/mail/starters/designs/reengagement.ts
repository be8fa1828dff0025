import { escapeText } from '../../parse/escape.ts';
import { type BlockInput, button, heading, link, paragraph, rich, row, text } from '../blocks.ts';
import { type Design, type DesignContext, greetingOf, introOf, takeHeadline } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { picture } from '../pictures.ts';
import { discountOf, voucher } from './voucher.ts';

/** A letter without a frame, with two links at its end: to come back, and to unsubscribe. */
export function reengagement(context: DesignContext): Design {
  const { palette, words } = context;
  const mail = words.reengagement;
  const { headline, texts } = takeHeadline(context, mail.title[1]);
  const hello = greetingOf(context);
  const letter = [
    heading(1, headline, { align: 'center', gap: 24 }),
    text([...(hello ? [hello] : []), ...introOf(context, mail), ...texts], { gap: 8 }),
  ];
  return {
    align: 'center',
    rows: [
      header(context, 'center'),
      row([[picture(context, 'armchair', mail.picture, 560)]], { above: 32, below: 0, margin: { side: 20 } }),
      row([letter], { above: 36, below: 16, side: 12 }),
      row([stay(context)], { background: palette.soft, above: 36, below: 12, margin: { side: 20 } }),
      ...leave(context),
    ],
  };
}

function stay(context: DesignContext): BlockInput[] {
  const { words, facts, palette, actionUrl } = context;
  const [title, line] = words.reengagement.stay;
  return [
    heading(2, discountOf(context) ?? title),
    text(line),
    ...voucher(context),
    button(facts.button ?? words.reengagement.button, actionUrl, palette.button),
  ];
}

/** The part with the link to unsubscribe; nothing without its address. */
function leave({ words, unsubscribeUrl }: DesignContext): BlockInput[] {
  if (unsubscribeUrl === undefined) return [];
  const [title, line] = words.reengagement.leave;
  const lines = paragraph(escapeText(line)) + paragraph(link(words.reengagement.leaveLink, unsubscribeUrl));
  return [
    row([[heading(3, title), rich(lines, { gap: 12 })]], {
      above: 32,
      below: 0,
      margin: { side: 20 },
    }),
  ];
}

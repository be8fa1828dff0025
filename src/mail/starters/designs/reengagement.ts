import { escapeText } from '../../parse/escape.ts';
import { header } from '../frame.ts';
import { type Design, greet, introOf, type Kit, takeHeadline } from '../kit.ts';
import { button, heading, link, type Part, paragraph, rich, row, rule, text } from '../look/parts.ts';
import { discountOf, voucher } from './voucher.ts';

/** A letter without a frame, and two doors at its end: one back in, one out. */
export function reengagement(kit: Kit): Design {
  const { palette, words } = kit;
  const mail = words.reengagement;
  const { headline, texts } = takeHeadline(kit, mail.title[1]);
  const hello = greet(kit);
  const letter = [
    rule(palette.accent, { thickness: 2, gap: 28 }),
    heading(1, headline),
    text([...(hello ? [hello] : []), ...introOf(kit, mail), ...texts], { gap: 8 }),
  ];
  return {
    align: 'left',
    width: 560,
    rows: [
      header(kit, 'left'),
      row([letter], { above: 8, below: 16 }),
      row([stay(kit)], { background: palette.sheet, above: 28, below: 8, radius: 12, margin: { below: 12 } }),
      ...leave(kit),
    ],
  };
}

function stay(kit: Kit): Part[] {
  const { words, facts, palette, actionUrl } = kit;
  const [title, line] = words.reengagement.stay;
  return [
    heading(2, discountOf(kit) ?? title),
    text(line),
    ...voucher(kit, 'left'),
    button(facts.button ?? words.reengagement.button, actionUrl, palette.button),
  ];
}

/** The way out is as plain as the way in; without an address for it there is no such door. */
function leave({ words, palette, leaveUrl }: Kit): Part[] {
  if (leaveUrl === undefined) return [];
  const [title, line] = words.reengagement.leave;
  const lines = paragraph(escapeText(line)) + paragraph(link(words.reengagement.leaveLink, leaveUrl));
  return [
    row([[heading(2, title), rich(lines, { gap: 12 })]], {
      background: palette.soft,
      above: 24,
      below: 12,
      radius: 12,
    }),
  ];
}

import { header } from '../frame.ts';
import { type Design, greet, introOf, type Kit, put } from '../kit.ts';
import { aside, button, heading, row, rule, text } from '../look/parts.ts';

/** A plain note from left to right, as an administrator would write it, with a panel for those who did not ask. */
export function reset(kit: Kit): Design {
  const { palette, facts, words } = kit;
  const mail = words.reset;
  const hello = greet(kit);
  const duration = facts.durations[0] ?? kit.tags.find('duration');
  const note = [
    rule(palette.accent, { thickness: 4, gap: 28, side: 0 }),
    text(mail.eyebrow, { size: 14, color: palette.muted, gap: 4 }),
    heading(1, facts.headline ?? mail.title[1]),
    text([...(hello ? [hello] : []), ...introOf(kit, mail), ...facts.texts]),
    button(facts.button ?? mail.button, kit.actionUrl, palette.button),
    ...(duration === undefined ? [] : [text(put(mail.expiry, { duration }), { color: palette.muted })]),
  ];
  const safety = [aside(mail.safetyTitle), text(mail.safety, { gap: 12 })];
  return {
    align: 'left',
    width: 540,
    rows: [
      header(kit, 'left'),
      row([note], { background: palette.sheet, above: 0, below: 12 }),
      row([safety], { background: palette.soft, above: 28, below: 16 }),
    ],
  };
}

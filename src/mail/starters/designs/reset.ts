import { aside, button, heading, row, text } from '../blocks.ts';
import { type Design, type DesignContext, greetingOf, introOf, put } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { spot } from '../pictures.ts';

/** A plain note from left to right, as an administrator would write it, with a panel for those who did not ask. */
export function reset(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.reset;
  const hello = greetingOf(context);
  const duration = facts.durations[0] ?? context.tags.find('duration');
  const note = [
    spot(context, 'padlock', mail.picture),
    text(mail.eyebrow, { size: 14, color: palette.muted, gap: 4 }),
    heading(1, facts.headline ?? mail.title[1]),
    text([...(hello ? [hello] : []), ...introOf(context, mail), ...facts.texts]),
    button(facts.button ?? mail.button, context.actionUrl, palette.button),
    ...(duration === undefined ? [] : [text(put(mail.expiry, { duration }), { color: palette.muted })]),
  ];
  const safety = [aside(mail.safetyTitle), text(mail.safety, { gap: 12 })];
  return {
    align: 'left',
    width: 560,
    rows: [
      header(context, 'left'),
      row([note], { background: palette.sheet, above: 32, below: 12 }),
      row([safety], { background: palette.soft, above: 28, below: 16 }),
    ],
  };
}

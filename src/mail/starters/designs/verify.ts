import { button, heading, row, rule, text } from '../blocks.ts';
import { type Design, type DesignContext, greetingOf, introOf, put } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { spot } from '../pictures.ts';
import { codeStrip } from './voucher.ts';

/** A narrow card with one thing in it: the code to type, or the button to press. */
export function verify(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.verify;
  const code = facts.codes[0] ?? context.tags.find('code');
  const duration = facts.durations[0] ?? context.tags.find('duration');
  const hello = greetingOf(context);
  const centered = { align: 'center' } as const;
  const lines = [
    ...(hello ? [hello] : []),
    ...(code === undefined ? introOf(context, mail) : [mail.codeText]),
  ];
  const card = [
    spot(context, 'envelope', mail.picture),
    heading(1, facts.headline ?? mail.title[1], { ...centered, above: 8 }),
    text([...lines, ...facts.texts], centered),
    ...(code === undefined ? [] : [codeStrip(context, code)]),
    ...(code !== undefined && !hasOwnLink(context)
      ? []
      : [button(facts.button ?? mail.button, context.actionUrl, palette.button, { align: 'center' })]),
    ...(duration === undefined
      ? []
      : [text(put(mail.expiry, { duration }), { ...centered, above: 20, gap: 24 })]),
    rule(palette.line, { gap: 20 }),
    text(mail.safety, { ...centered, size: 14, color: palette.muted, gap: 8 }),
  ];
  return {
    align: 'center',
    width: 560,
    rows: [header(context, 'center'), row([card], { background: palette.sheet, above: 32, below: 28 })],
  };
}

/** Whether the prompt or the merge tags have an address for a button beside a code. */
function hasOwnLink({ facts, tags }: DesignContext): boolean {
  return facts.urls.length > 0 || facts.button !== undefined || tags.find('verifyUrl') !== undefined;
}

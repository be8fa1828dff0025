import type { MailImage } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { fileNameOf } from './img-alt.ts';

const GIF = /\.gif(?:$|[?#])/i;
const CLOCK = /count-?_?down|timer|(?:^|[-_])clock(?:$|[-_])/i;

/**
 * Motion that goes on for more than five seconds (WCAG 2.2, 2.2.2). What is in a GIF is not known here, so mails with
 * GIFs are not measured; but a clock in the author's own HTML needs words beside it. Countdown blocks have them.
 */
export const motionRule: Rule = {
  id: 'a11y.motion',
  area: 'accessibility',
  check({ images }) {
    const silent = images.filter(isSilentClock);
    if (silent.length === 0 && images.some(({ src }) => GIF.test(src))) {
      return { notMeasured: 'Whether the GIFs of the mail move, and for how long, is not known.' };
    }
    return silent.map(({ blockId, src }) => ({
      severity: 'medium',
      blockId,
      message: `The running clock ${quote(fileNameOf(src) || src, 40)} has no alternative text: not all readers learn when time is up.`,
      suggestion: 'Say in its alt, or in a text beside it, what moment it counts down to.',
    }));
  },
};

function isSilentClock({ kind, src, alt }: MailImage): boolean {
  return kind === 'html' && CLOCK.test(src) && (alt === undefined || alt.trim() === '');
}

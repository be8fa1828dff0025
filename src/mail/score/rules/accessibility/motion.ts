import type { MailImage } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { fileNameOf } from './img-alt.ts';

const GIF = /\.gif(?:$|[?#])/i;
const CLOCK = /count-?_?down|timer|(?:^|[-_])clock(?:$|[-_])/i;

/**
 * Motion of more than five seconds (WCAG 2.2, 2.2.2). The frames of GIFs are not checked, so mails with GIFs are not
 * measured. A countdown image in html blocks needs an alternative text; countdown blocks have one.
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
      message: `The countdown image ${quote(fileNameOf(src) || src, 40)} has no alternative text: screen readers cannot read it.`,
      suggestion: 'Name the date it counts down to in its alt or in a text beside it.',
    }));
  },
};

function isSilentClock({ kind, src, alt }: MailImage): boolean {
  return kind === 'html' && CLOCK.test(src) && (alt === undefined || alt.trim() === '');
}

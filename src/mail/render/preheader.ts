import { escapeText } from '../parse/escape.ts';

/** Inboxes show about this many characters after the subject. */
const SHOWN = 150;
/** Combining grapheme joiner, zero-width non-joiner, no-break space: invisible, and not taken for text of the mail. */
const PADDING = '\u034f\u200c\u00a0';

/**
 * The preview text, hidden in the mail itself. It has no color of its own: text in the color of its background is what
 * spam filters look for.
 */
export function renderPreheader(text: string | undefined): string {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return '';
  const padding = PADDING.repeat(Math.max(SHOWN - trimmed.length, 10));
  const style = 'display:none;max-height:0;max-width:0;overflow:hidden;mso-hide:all';
  return `<mj-raw><div style="${style}">${escapeText(trimmed)}${padding}</div></mj-raw>`;
}

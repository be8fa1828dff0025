import { contrastOfHex } from '../../parse/color.ts';
import type { TextRun } from './mail.ts';

/** Pixels nobody can read. */
export const TINY_PIXELS = 2;
/** Contrast at which text cannot be told from what is behind it. */
const INVISIBLE = 1.2;

/** Whether a reader sees a text: it is displayed, large enough, and not in the color of what is behind it. */
export function isSeen(run: TextRun): boolean {
  return !run.hidden && run.fontSize > TINY_PIXELS && !isBlended(run);
}

/** Whether a text has the color of what is behind it, or nearly so. */
export function isBlended({ color, background, hidden, onImage }: TextRun): boolean {
  if (hidden || onImage || color === '' || background === '') return false;
  return color === background || contrastOfHex(color, background) < INVISIBLE;
}

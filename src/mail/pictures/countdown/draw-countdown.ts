import { WHITE } from '../../parse/color.ts';
import { drawExpired } from './expired.ts';
import { loadFonts } from './font.ts';
import { composeFrames } from './frames.ts';
import { encodeGif } from './gif.ts';
import { layOutClock } from './layout.ts';
import { targetMoment } from './moment.ts';
import { type CountdownOptions, designOf } from './options.ts';
import { clockPalette, drawClockParts } from './picture.ts';
import { planTicks, splitSeconds, type Tick } from './ticks.ts';

/**
 * A GIF that counts down from `now` (milliseconds since 1970) for up to 60 frames, each shown until the numbers
 * change, and then stays. Has twice the pixels of `countdownSize`, before and after the moment. Once that has
 * passed: the message, or the clock at zero when there is none or the font lacks its letters (which are Latin,
 * Greek and Cyrillic; a label in another script becomes d, h, min or s). A date that cannot be read is a clock at
 * zero, too. The same input gives the same bytes.
 */
export async function drawCountdown(
  options: CountdownOptions,
  now: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const design = designOf(options);
  const units = design.units.map(({ unit }) => unit);
  const moment = targetMoment(options.targetDate, options.timezone ?? 'UTC');
  const zero = splitSeconds(0, units);
  const ticks: Tick[] =
    moment === undefined ? [{ values: zero, delayMilliseconds: 0 }] : planTicks(moment - now, units);
  const values = ticks[0]?.values ?? 'expired';
  if (values === 'expired' && design.hideOnExpiry) return nothing();
  const fonts = await loadFonts();
  const layout = layOutClock(design, fonts, values === 'expired' ? zero : values);
  const parts = await drawClockParts(layout, fonts);
  const needsExpired = ticks.some((tick) => tick.values === 'expired');
  const expired = needsExpired ? await drawExpired(design, layout, parts, fonts) : parts.still;
  const palette = clockPalette(design.background, design.digitColor, design.labelColor);
  return encodeGif(palette, composeFrames(layout, { ...parts, expired }, ticks));
}

/** One pixel that is not drawn: a picture in a sent mail can be no less. */
function nothing(): Uint8Array<ArrayBuffer> {
  const frame = { x: 0, y: 0, width: 1, height: 1, indices: new Uint8Array(1), delayMilliseconds: 0 };
  return encodeGif([WHITE], [frame], 0);
}

import type { Font } from './font.ts';
import { composeFrames } from './frames.ts';
import { type ClockLayout, RATIO } from './layout.ts';
import type { CountdownDesign } from './options.ts';
import { DIGIT_INK, drawPicture, type Picture } from './picture.ts';
import { balanceLines, drawableText, svgText, truncateText, wrapText } from './text.ts';

const MAX_MESSAGE_LENGTH = 200;
const LINE_HEIGHT = 1.3;
const SMALLEST_SIZE = 9 * RATIO;
const MARGIN = 8 * RATIO;

/** What is shown once the moment has passed, in the size of the clock: the message, nothing, or zeros. */
export async function drawExpired(
  design: CountdownDesign,
  layout: ClockLayout,
  parts: { still: Picture; digits: Picture },
  fonts: { text: Font; digits: Font },
): Promise<Picture> {
  const { width, height } = layout;
  if (design.hideOnExpiry) return { width, height, indices: new Uint8Array(width * height) };
  const message = drawableText(design.message, fonts.text, MAX_MESSAGE_LENGTH);
  if (message === undefined || message === '') return drawZeros(layout, parts);
  const { lines, size } = fitMessage(message, fonts.text, design, layout);
  const top = (height - lines.length * size * LINE_HEIGHT) / 2;
  // A little above four fifths of the line is where a baseline looks centered.
  const elements = lines.map((line, index) =>
    svgText(line, {
      x: width / 2,
      y: top + (index + 0.78) * size * LINE_HEIGHT,
      size,
      weight: 500,
      fill: DIGIT_INK,
    }),
  );
  return drawPicture(elements.join(''), width, height, [fonts.text]);
}

function drawZeros(layout: ClockLayout, parts: { still: Picture; digits: Picture }): Picture {
  const values = layout.slots.map(() => '00');
  const [frame] = composeFrames(layout, { ...parts, expired: parts.still }, [
    { values, delayMilliseconds: 0 },
  ]);
  return frame ?? parts.still;
}

/** The largest size, from half of the digits' on, at which the message fits; cut off where none does. */
function fitMessage(message: string, font: Font, design: CountdownDesign, layout: ClockLayout) {
  const [width, height] = [layout.width - 2 * MARGIN, layout.height - MARGIN];
  for (let size = Math.max(design.labelSize, design.digitSize / 2) * RATIO; ; size *= 0.92) {
    const isSmallest = size <= SMALLEST_SIZE;
    const lines = wrapText(message, font, width / size);
    const room = Math.max(1, Math.floor(height / (size * LINE_HEIGHT)));
    const fits = lines.length <= room && lines.every((line) => font.widthOf(line) * size <= width);
    if (fits) return { lines: balanceLines(message, font, lines), size };
    if (!isSmallest) continue;
    const rest = [...lines.slice(0, room - 1), lines.slice(room - 1).join(' ')];
    return { lines: rest.map((line) => truncateText(line, font, width / size)), size };
  }
}

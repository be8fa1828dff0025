import type { DrawNode, DrawStyle } from './node.ts';

/** Width of a letter in font sizes, on average: narrow, so that the estimate is rather too low. */
const LETTER_WIDTH = 0.46;

/** Font size and height of a line, which boxes inherit. */
interface Line {
  size: number;
  /** In font sizes. */
  height: number;
}

/**
 * About how high a node is in a place of this width, in CSS pixels. Rather too low: who leaves out what is below the end of a
 * picture has to look whether enough was drawn. Costs a hundredth of the layout.
 */
export function estimateHeight(
  node: DrawNode,
  place: number,
  above: Line = { size: 16, height: 1.5 },
): number {
  const { style } = node;
  if (style.position === 'absolute') return 0;
  if (node.type === 'image') return node.height;
  const outside = sidesOf(style.margin);
  const inside = sidesOf(style.padding);
  const vertical = outside[0] + outside[1] + numberOf(style.marginTop) + numberOf(style.marginBottom);
  if (typeof style.height === 'number') return style.height + vertical;
  const line = {
    size: numberOf(style.fontSize) || above.size,
    height: numberOf(style.lineHeight) || above.height,
  };
  const width = Math.max((typeof style.width === 'number' ? style.width : place) - inside[2], 1);
  const padding = inside[0] + inside[1] + numberOf(style.paddingTop) + numberOf(style.paddingBottom);
  const content = node.type === 'text' ? linesHeight([node], width, line) : contentHeight(node, width, line);
  return Math.max(content, numberOf(style.minHeight)) + padding + vertical;
}

function contentHeight(
  { style, children }: Extract<DrawNode, { type: 'container' }>,
  width: number,
  line: Line,
): number {
  if (style.display === 'flex')
    return Math.max(0, ...children.map((child) => estimateHeight(child, width / children.length, line)));
  let height = 0;
  let texts: DrawNode[] = [];
  const flush = () => {
    if (texts.length > 0) height += linesHeight(texts, width, line);
    texts = [];
  };
  for (const child of children) {
    if (isInline(child)) texts.push(child);
    else {
      flush();
      height += estimateHeight(child, width, line);
    }
  }
  flush();
  return height;
}

const isInline = ({ style }: DrawNode) => String(style.display ?? 'inline').startsWith('inline');

/** Of text that breaks at the width. */
function linesHeight(pieces: readonly DrawNode[], width: number, line: Line): number {
  let [advance, lines, size] = [0, 1, line.size];
  for (const piece of pieces) {
    if (piece.type !== 'text') continue;
    const own = numberOf(piece.style.fontSize) || line.size;
    size = Math.max(size, own);
    for (const [index, part] of piece.text.split('\n').entries()) {
      if (index > 0) {
        lines += 1 + Math.floor(advance / width);
        advance = 0;
      }
      advance += part.length * own * LETTER_WIDTH;
    }
  }
  return (lines + Math.floor(advance / width)) * size * line.height;
}

const numberOf = (value: DrawStyle[string] | undefined): number => (typeof value === 'number' ? value : 0);

/** Top, bottom, and left with right, of a margin or a padding. */
function sidesOf(value: DrawStyle[string] | undefined): [top: number, bottom: number, across: number] {
  if (value === undefined) return [0, 0, 0];
  const [top = 0, right = top, bottom = top, left = right] = String(value)
    .split(' ')
    .map((side) => Number.parseFloat(side) || 0);
  return [top, bottom, left + right];
}

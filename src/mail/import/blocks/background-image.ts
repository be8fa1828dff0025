import type { LeafBlock } from '../../model/index.ts';
import { contrast, parseColor } from '../../parse/color.ts';
import type { ImportContext } from '../context.ts';
import type { BackgroundImage } from '../css/background.ts';

/** The contrast that text needs to what is behind it while the picture is not shown. */
const LEGIBLE = 4.5;

/** The picture with a color behind it on which the text of these blocks is legible. */
export function withLegibleFallback(
  context: ImportContext,
  picture: BackgroundImage,
  blocks: readonly LeafBlock[],
): BackgroundImage {
  const texts = blocks.flatMap((block) => textColorsOf(block, context.base.color ?? '#000000'));
  const isLegible = (candidate: string) => {
    const behind = parseColor(candidate);
    return behind === undefined || texts.every((text) => contrast(text, behind) >= LEGIBLE);
  };
  // A color of the author stays, legible or not.
  if (picture.fallbackColor !== undefined) return picture;
  const fallbackColor = ['#ffffff', '#222222'].find(isLegible) ?? '#222222';
  return { ...picture, fallbackColor };
}

/** The colors of the text of a block that stands on what is behind the block. */
function textColorsOf(block: LeafBlock, base: string) {
  if ((block.type !== 'title' && block.type !== 'paragraph') || block.styles.backgroundColor) return [];
  const own = ('color' in block && typeof block.color === 'string' && block.color) || base;
  const declared = [...block.content.matchAll(/(?<!-)\bcolor: ([^;"]{3,60})/g)].map(
    ([, color = '']) => color,
  );
  return [own, ...declared].flatMap((color) => parseColor(color) ?? []);
}

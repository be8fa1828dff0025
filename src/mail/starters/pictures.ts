import { type DrawnIconName, SCENE_WIDTH, type SceneName, sceneCut } from '../model/drawings.ts';
import { type BlockInput, row } from './blocks.ts';
import type { DesignContext } from './design.ts';

const NO_PADDING = { top: 0, right: 0, bottom: 0, left: 0 };

/**
 * A picture in the colors of the brand, as wide as its place.
 * @param width its pixels on a desktop
 */
export function picture(
  { addressOf, palette, family }: DesignContext,
  scene: SceneName,
  alt: string,
  width: number,
): BlockInput {
  const src = addressOf({ scene, ...palette[family.art] });
  const height = Math.round((width * sceneCut(scene).height) / SCENE_WIDTH);
  return {
    type: 'image',
    src,
    alt,
    width: 'full',
    align: 'center',
    height,
    styles: { padding: NO_PADDING },
  };
}

/** Pixels a spot is wide. */
const SPOT = 400;

/** A small picture without a ground, for mails with few words. */
export function spot({ addressOf, palette }: DesignContext, scene: SceneName, alt: string): BlockInput {
  const { main, accent } = palette.art;
  const src = addressOf({ scene, ground: palette.sheet, isBare: true, main, accent });
  const styles = { padding: { top: 0, right: 24, bottom: 24, left: 24 } };
  return { type: 'image', src, alt, width: SPOT, align: 'center', styles };
}

/** A row with only a picture, as wide as the card or the mail. */
export function pictureRow(
  context: DesignContext,
  scene: SceneName,
  alt: string,
  look: { background?: string; margin?: { above?: number; side?: number; below?: number } } = {},
): BlockInput {
  const width = SCENE_WIDTH - 2 * (look.margin?.side ?? 12);
  return row([[picture(context, scene, alt, width)]], { ...look, above: 0, below: 0 });
}

/** Width of an icon with the room beside it. */
const ICON = 44;

/** A decorative icon beside texts. */
export function iconRow(
  { addressOf, palette }: DesignContext,
  icon: DrawnIconName,
  texts: readonly BlockInput[],
  look: { background?: string; above?: number; below?: number; margin?: { side: number } } = {},
): BlockInput {
  const src = addressOf({ icon, fill: palette.button.fill, line: palette.button.text });
  const image = { type: 'image', src, alt: '', decorative: true, width: ICON, align: 'left' };
  const padding = { top: 2, right: 0, bottom: 8, left: 8 };
  const columns = row([[{ ...image, styles: { padding } }], texts], {
    above: 8,
    below: 4,
    side: 24,
    ...look,
    layout: '1-2',
    keep: true,
  });
  return { ...columns, columnWidths: [14, 86], verticalAlign: 'top' };
}

import type { SocialPlatform } from '../../model/index.ts';
import type { Rgb } from '../color.ts';

/** The order of both lists is that of the packed drawings. */
export {
  SOCIAL_ICON_STYLES,
  SOCIAL_PLATFORMS,
  type SocialIconStyle,
  type SocialPlatform,
} from '../../model/index.ts';

/** Pixels on each side: twice the largest size an icon is shown at. */
export const SOCIAL_ICON_PIXELS = 96;

/** Steps between nothing and full, for the tile and for the glyph on it. */
export const ICON_LEVELS = 15;

/** Colors close to each brand's, most of them dark enough for a white glyph (contrast of 3 or more). */
export const PLATFORM_COLORS: Readonly<Record<SocialPlatform, Rgb>> = {
  facebook: [24, 119, 242],
  twitter: [15, 20, 25],
  instagram: [214, 41, 118],
  linkedin: [10, 102, 194],
  youtube: [230, 0, 0],
  tiktok: [17, 17, 17],
  pinterest: [215, 0, 30],
  email: [91, 100, 114],
  whatsapp: [26, 158, 75],
  telegram: [27, 143, 198],
  discord: [88, 101, 242],
  snapchat: [247, 220, 0],
  reddit: [240, 61, 0],
  github: [31, 35, 40],
  dribbble: [224, 64, 127],
  behance: [0, 87, 255],
  website: [63, 111, 181],
};

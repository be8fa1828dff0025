import type { SocialPlatform } from '../../model/index.ts';

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
export const PLATFORM_COLORS: Readonly<Record<SocialPlatform, string>> = {
  facebook: '#1877f2',
  twitter: '#0f1419',
  instagram: '#d62976',
  linkedin: '#0a66c2',
  youtube: '#e60000',
  tiktok: '#111111',
  pinterest: '#d7001e',
  email: '#5b6472',
  whatsapp: '#1a9e4b',
  telegram: '#1b8fc6',
  discord: '#5865f2',
  snapchat: '#f7dc00',
  reddit: '#f03d00',
  github: '#1f2328',
  dribbble: '#e0407f',
  behance: '#0057ff',
  website: '#3f6fb5',
};

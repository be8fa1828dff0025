import { type Static, Type } from '@sinclair/typebox';
import { alignment, blockSchema, identifier, oneOf, openObject, pixels, text } from '../common.ts';
import platforms from './social-platforms.json';

export type SocialPlatform = keyof typeof platforms;

/** A platform with an icon. */
interface PlatformInfo {
  name: string;
  /** Close to the color of the brand, mostly dark enough for a white glyph (contrast of 3 or more). */
  color: string;
  /** Hosts of its profiles; subdomains count too. `*` stands for any ending. */
  hosts: readonly string[];
  /** Names of the platform in other editors. */
  otherNames: readonly string[];
}

/** The platforms with icons, in the order of the packed drawings; "website" comes from newer editors only. */
export const PLATFORMS: Readonly<Record<SocialPlatform, PlatformInfo>> = platforms;

export const SOCIAL_PLATFORMS = Object.keys(platforms) as SocialPlatform[];

export const SOCIAL_ICON_STYLES = ['solid', 'outlined', 'rounded', 'square', 'circle'] as const;

const socialIcon = openObject(
  {
    id: identifier('Unique in the block. Made by the service when omitted.'),
    platform: oneOf(SOCIAL_PLATFORMS, { description: 'Which icon.', title: 'SocialPlatform' }),
    url: text({ description: 'Where a click leads.', default: '' }),
  },
  { description: 'One icon.', title: 'SocialIcon' },
);

/** A row of icons that link to profiles. */
export const SocialBlock = blockSchema(
  'social',
  'SocialBlock',
  'A row of icons linking to social profiles.',
  {
    icons: Type.Array(socialIcon, { description: 'Icons from left to right.', default: [] }),
    iconStyle: oneOf(SOCIAL_ICON_STYLES, {
      description: 'Look of the icons.',
      default: 'solid',
      title: 'SocialIconStyle',
    }),
    iconSize: oneOf(['small', 'medium', 'large'], {
      description: '24, 32 or 48 px.',
      default: 'medium',
      title: 'SocialIconSize',
    }),
    spacing: pixels({ description: 'Pixels between icons.', default: 10 }),
    align: alignment('Position of the row.', 'center'),
  },
);

export type SocialIconStyle = (typeof SOCIAL_ICON_STYLES)[number];
export type SocialIcon = Static<typeof socialIcon>;
export type SocialBlock = Static<typeof SocialBlock>;

/** Width and height of an icon in pixels. */
export const ICON_PIXELS = { small: 24, medium: 32, large: 48 } as const;

/** The display name of a platform. */
export function platformName(platform: string): string {
  return Object.hasOwn(PLATFORMS, platform) ? PLATFORMS[platform as SocialPlatform].name : platform;
}

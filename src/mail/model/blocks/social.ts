import { type Static, Type } from '@sinclair/typebox';
import { alignment, blockSchema, identifier, oneOf, openObject, pixels, text } from '../common.ts';

/** Platforms there are icons for, in a fixed order; "website" comes from newer editors only. */
export const SOCIAL_PLATFORMS = [
  'facebook',
  'twitter',
  'instagram',
  'linkedin',
  'youtube',
  'tiktok',
  'pinterest',
  'email',
  'whatsapp',
  'telegram',
  'discord',
  'snapchat',
  'reddit',
  'github',
  'dribbble',
  'behance',
  'website',
] as const;

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

export type SocialPlatform = (typeof SOCIAL_PLATFORMS)[number];
export type SocialIconStyle = (typeof SOCIAL_ICON_STYLES)[number];
export type SocialIcon = Static<typeof socialIcon>;
export type SocialBlock = Static<typeof SocialBlock>;

/** Width and height of an icon in pixels. */
export const ICON_PIXELS = { small: 24, medium: 32, large: 48 } as const;

const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  facebook: 'Facebook',
  twitter: 'X (Twitter)',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  email: 'Email',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  discord: 'Discord',
  snapchat: 'Snapchat',
  reddit: 'Reddit',
  github: 'GitHub',
  dribbble: 'Dribbble',
  behance: 'Behance',
  website: 'Website',
};

/** What a platform calls itself. */
export function platformName(platform: string): string {
  return Object.hasOwn(PLATFORM_NAMES, platform) ? (PLATFORM_NAMES[platform] as string) : platform;
}

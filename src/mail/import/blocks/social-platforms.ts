import { SOCIAL_PLATFORMS, type SocialPlatform } from '../../model/index.ts';

const OTHER_NAMES: Readonly<Record<string, SocialPlatform>> = {
  x: 'twitter',
  'x-twitter': 'twitter',
  mail: 'email',
  web: 'website',
  home: 'website',
  link: 'website',
  globe: 'website',
};

/** The platform an editor means by a name such as `Facebook`, `x` or `facebook-noshare`. */
export function platformByName(name: string): SocialPlatform | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/-noshare$/, '');
  return (
    SOCIAL_PLATFORMS.find((platform) => platform === plain) ??
    (Object.hasOwn(OTHER_NAMES, plain) ? OTHER_NAMES[plain] : undefined)
  );
}

const HOSTS: readonly (readonly [RegExp, SocialPlatform])[] = [
  [/(?:^|\.)(?:facebook|fb)\.(?:com|me)$/, 'facebook'],
  [/(?:^|\.)(?:twitter|x)\.com$/, 'twitter'],
  [/(?:^|\.)instagram\.com$/, 'instagram'],
  [/(?:^|\.)linkedin\.com$/, 'linkedin'],
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, 'youtube'],
  [/(?:^|\.)tiktok\.com$/, 'tiktok'],
  [/(?:^|\.)pinterest\.[a-z.]+$/, 'pinterest'],
  [/(?:^|\.)(?:whatsapp\.com|wa\.me)$/, 'whatsapp'],
  [/(?:^|\.)(?:telegram\.(?:org|me)|t\.me)$/, 'telegram'],
  [/(?:^|\.)discord\.(?:com|gg)$/, 'discord'],
  [/(?:^|\.)snapchat\.com$/, 'snapchat'],
  [/(?:^|\.)reddit\.com$/, 'reddit'],
  [/(?:^|\.)github\.com$/, 'github'],
  [/(?:^|\.)dribbble\.com$/, 'dribbble'],
  [/(?:^|\.)behance\.net$/, 'behance'],
];

/** The platform a link leads to. */
export function platformByUrl(url: string): SocialPlatform | undefined {
  if (/^mailto:/i.test(url)) return 'email';
  const host = /^(?:https?:)?\/\/([^/?#:]{1,255})/i.exec(url.trim())?.[1]?.toLowerCase();
  return host === undefined ? undefined : HOSTS.find(([pattern]) => pattern.test(host))?.[1];
}

/** The size of icons that comes closest to this many pixels. */
export function iconSizeOf(pixels: number | undefined): 'small' | 'medium' | 'large' {
  if (pixels === undefined) return 'medium';
  if (pixels < 28) return 'small';
  return pixels < 40 ? 'medium' : 'large';
}

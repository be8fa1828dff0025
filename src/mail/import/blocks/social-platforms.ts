import { PLATFORMS, SOCIAL_PLATFORMS, type SocialPlatform } from '../../model/index.ts';

/** The platform by a name that editors use, such as `Facebook`, `x` or `facebook-noshare`. */
export function platformByName(name: string): SocialPlatform | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/-noshare$/, '');
  return SOCIAL_PLATFORMS.find(
    (platform) => platform === plain || PLATFORMS[platform].otherNames.includes(plain),
  );
}

/** The platform a link leads to. */
export function platformByUrl(url: string): SocialPlatform | undefined {
  if (/^mailto:/i.test(url)) return 'email';
  const host = /^(?:https?:)?\/\/([^/?#:]{1,255})/i.exec(url.trim())?.[1]?.toLowerCase();
  if (host === undefined) return undefined;
  return SOCIAL_PLATFORMS.find((platform) =>
    PLATFORMS[platform].hosts.some((known) => isHostOf(host, known)),
  );
}

/** Whether a host is the known one or below it: `pinterest.*` stands for any ending. */
function isHostOf(host: string, known: string): boolean {
  if (!known.endsWith('.*')) return host === known || host.endsWith(`.${known}`);
  return `.${host}`.includes(`.${known.slice(0, -1)}`);
}

/** The size of icons that comes closest to this many pixels. */
export function iconSizeOf(pixels: number | undefined): 'small' | 'medium' | 'large' {
  if (pixels === undefined) return 'medium';
  if (pixels < 28) return 'small';
  return pixels < 40 ? 'medium' : 'large';
}

import type { SocialBlock, SocialIcon } from '../../content/index.ts';
import { makeBox } from '../box.ts';
import { element } from '../escape.ts';
import type { Page, Place } from '../page.ts';
import { pixels } from '../sizes.ts';
import { linkAttributes, readLink } from './link.ts';

const SIZES = { small: 24, medium: 32, large: 48 };

const NAMES: Record<string, string> = {
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
  return Object.hasOwn(NAMES, platform) ? (NAMES[platform] as string) : platform;
}

/** A row of icons; the shape is part of the picture. */
export function renderSocial(block: SocialBlock, page: Page, place: Place): string {
  if (block.icons.length === 0) return '';
  const box = makeBox(block, page, place);
  const icons = block.icons.map((icon, index) =>
    renderIcon(icon, index === block.icons.length - 1 ? 0 : block.spacing, block, page),
  );
  const attributes = {
    ...box.attributes(box.place),
    align: block.align,
    'icon-size': `${SIZES[block.iconSize]}px`,
  };
  return element('mj-social', attributes, icons.join('\n'));
}

function renderIcon(icon: SocialIcon, spaceAfter: number, block: SocialBlock, page: Page): string {
  const space = pixels(spaceAfter);
  return element('mj-social-element', {
    src: page.assets.socialIcon(icon.platform, block.iconStyle),
    alt: platformName(icon.platform),
    padding: page.dir === 'rtl' ? `0 0 0 ${space}` : `0 ${space} 0 0`,
    ...linkAttributes(readLink(icon.url, block.id, page), true),
  });
}

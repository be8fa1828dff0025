import { ICON_PIXELS, platformName } from '../../model/blocks/social.ts';
import type { SocialBlock, SocialIcon } from '../../model/index.ts';
import { spacing } from '../../model/layout-sizes.ts';
import { element } from '../../parse/escape.ts';
import { makeBox } from '../box.ts';
import type { Container, MailPage } from '../page.ts';
import { linkAttributes, readLink } from './link.ts';

/** A row of icons; the shape is part of the picture. */
export function renderSocial(block: SocialBlock, page: MailPage, container: Container): string {
  if (block.icons.length === 0) return '';
  const box = makeBox(block, page, container);
  const spaceBelow = mayWrap(block) ? block.spacing : 0;
  const icons = block.icons.map((icon, index) =>
    renderIcon(icon, index === block.icons.length - 1 ? 0 : block.spacing, spaceBelow, block, page),
  );
  const { padding } = block.styles;
  const attributes = {
    ...box.attributes(box.place),
    padding: spacing({ ...padding, bottom: Math.max(padding.bottom - spaceBelow, 0) }),
    align: block.align,
    'icon-size': `${ICON_PIXELS[block.iconSize]}px`,
  };
  return element('mj-social', attributes, icons.join('\n'));
}

/** Narrow phones leave this much for a row of icons. */
const PHONE_ROW = 280;

/** Whether the icons may need several rows, which then have to be as far apart as the icons in them. */
function mayWrap({ icons, iconSize, spacing: space }: SocialBlock): boolean {
  return icons.length * (ICON_PIXELS[iconSize] + space) - space > PHONE_ROW;
}

function renderIcon(
  icon: SocialIcon,
  spaceAfter: number,
  spaceBelow: number,
  block: SocialBlock,
  page: MailPage,
): string {
  const sides = page.dir === 'rtl' ? { right: 0, left: spaceAfter } : { right: spaceAfter, left: 0 };
  return element('mj-social-element', {
    src: page.assets.socialIcon(icon.platform, block.iconStyle),
    alt: platformName(icon.platform),
    padding: spacing({ top: 0, ...sides, bottom: spaceBelow }),
    ...linkAttributes(readLink(icon.url, block.id, page), true),
  });
}

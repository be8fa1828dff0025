import type { LeafBlock, MenuItem, SocialIcon } from '../../model/index.ts';
import { makeMenu, makeSocial } from '../blocks/make-block.ts';
import { iconSizeOf, platformByName, platformByUrl } from '../blocks/platforms.ts';
import { readColor } from '../css/colors.ts';
import { readPixels } from '../css/lengths.ts';
import { readFontFamily } from '../css/look.ts';
import { readAlign } from '../css/style-reader.ts';
import { note } from '../import-run.ts';
import { childElements, type ElementNode } from '../markup/node.ts';
import { plainTextOf } from '../markup/text.ts';
import { paddingOf } from './attributes.ts';
import { keepElement } from './keep-element.ts';
import { type Component, componentOf, type MjmlRun } from './mjml-run.ts';

/** Addresses MJML puts around the link of an icon, unless its name ends in `-noshare`. */
const SHARE: Readonly<Record<string, string>> = {
  facebook: 'https://www.facebook.com/sharer/sharer.php?u=[[URL]]',
  twitter: 'https://twitter.com/intent/tweet?url=[[URL]]',
  x: 'https://twitter.com/intent/tweet?url=[[URL]]',
  linkedin: 'https://www.linkedin.com/shareArticle?mini=true&url=[[URL]]&title=&summary=&source=',
  pinterest: 'https://pinterest.com/pin/create/button/?url=[[URL]]&media=&description=',
};

/** mj-social: icons; labels beside them become a menu below. */
export function readSocial(run: MjmlRun, { element, read }: Component): LeafBlock[] {
  const icons: SocialIcon[] = [];
  const labels: MenuItem[] = [];
  const others: LeafBlock[] = [];
  for (const child of childElements(element)) {
    if (child.name !== 'mj-social-element') {
      others.push(keepElement(run, child, 'It has no place among social icons; it is kept as HTML.'));
      continue;
    }
    const url = urlOf(run, child);
    icons.push({ id: run.makeId(), platform: platformOf(run, child, url), url });
    const text = plainTextOf(child);
    if (text !== '')
      labels.push({ id: run.makeId(), text, url, openInNewTab: true, bold: false, underline: false });
  }
  const padding = paddingOf(read);
  const align = readAlign(read('align')) ?? 'center';
  if (read('mode') === 'vertical') note(run, 'mj-social mode', 'Icons stand beside each other.', element);
  const fields = { icons, iconSize: iconSizeOf(readPixels(read('icon-size'))), align };
  const social = makeSocial(run, fields, { padding });
  if (labels.length === 0) return [social, ...others];
  note(run, 'mj-social labels', 'Social blocks have no labels; they are in a menu below.', element);
  const fontSize = readPixels(read('font-size')) ?? 13;
  return [social, makeMenu(run, { items: labels, fontSize, textAlign: align }, { padding }), ...others];
}

function platformOf(run: MjmlRun, element: ElementNode, url: string): SocialIcon['platform'] {
  const name = element.attributes.get('name') ?? '';
  const src = element.attributes.get('src');
  const platform = platformByName(name) ?? platformByUrl(url);
  if (src) note(run, 'mj-social-element src', 'Icons are drawn in the style of the social block.', element);
  if (!platform)
    note(
      run,
      `social platform ${name}`.trim(),
      'There is no icon for it; it is shown as a website.',
      element,
    );
  return platform ?? 'website';
}

function urlOf(run: MjmlRun, element: ElementNode): string {
  const { read } = componentOf(run, element);
  const name = (read('name') ?? '').toLowerCase();
  const href = read('href') ?? '';
  const share = Object.hasOwn(SHARE, name) ? SHARE[name] : undefined;
  return share && href !== '' ? share.replace('[[URL]]', () => href) : href;
}

/** mj-navbar: a menu. */
export function readNavbar(run: MjmlRun, { element, read }: Component): LeafBlock[] {
  const links = childElements(element).filter((child) => child.name === 'mj-navbar-link');
  if (links.length === 0) return [];
  if (read('hamburger')) note(run, 'mj-navbar hamburger', 'Menus are shown in full on a phone too.', element);
  const base = read('base-url') ?? '';
  const first = componentOf(run, links[0] as ElementNode).read;
  const family = readFontFamily(first('font-family'));
  const color = readColor(first('color'));
  if (first('text-transform') !== 'none') {
    note(run, 'mj-navbar-link text-transform', 'Labels are kept as they are written.', element);
  }
  const items = links.map((link): MenuItem => {
    const own = componentOf(run, link).read;
    const ownColor = readColor(own('color'));
    return {
      id: run.makeId(),
      text: plainTextOf(link),
      url: `${base}${own('href') ?? ''}`,
      openInNewTab: own('target') === '_blank',
      bold: Number(own('font-weight')) >= 600 || own('font-weight') === 'bold',
      underline: /underline/.test(own('text-decoration') ?? ''),
      ...(ownColor && ownColor !== color ? { color: ownColor } : {}),
    };
  });
  const fields = {
    items,
    fontSize: readPixels(first('font-size')) ?? 13,
    textAlign: readAlign(read('align')) ?? 'center',
    spacing: paddingOf(first).right,
    ...(color ? { color, linkColor: color } : {}),
    ...(family && family !== run.base.fontFamily ? { fontFamily: family } : {}),
  };
  return [makeMenu(run, fields, { padding: paddingOf(read) })];
}

import type { LeafBlock, MenuItem, SocialIcon } from '../../model/index.ts';
import { childElements, type HtmlElement, innerSource } from '../../parse/html.ts';
import { keepHtml, writeBlockHtml } from '../blocks/block-html.ts';
import { makeHtml, makeMenu, makeSocial, padBlock } from '../blocks/make-block.ts';
import { iconSizeOf, platformByName, platformByUrl } from '../blocks/social-platforms.ts';
import { note, ownFont } from '../context.ts';
import { readColor } from '../css/colors.ts';
import { readAlign } from '../css/computed-style.ts';
import { readFontFamily } from '../css/text-style.ts';
import { NO_SIDES, readPixels } from '../css/values.ts';
import { readFragment } from '../html/read-content.ts';
import { padBlocks } from '../html/rows.ts';
import { readOnScreens } from '../html/screens.ts';
import { escapeAttribute, escapeText, plainTextOf } from '../text.ts';
import {
  type Component,
  type ComponentReader,
  componentOf,
  keepElement,
  type MjmlContext,
  paddingOf,
} from './component.ts';
import {
  readButton,
  readDivider,
  readImage,
  readMjTable,
  readSpacer,
  readText,
  textStyleOf,
} from './read-media.ts';

const READERS: Readonly<Record<string, ComponentReader>> = {
  'mj-text': readText,
  'mj-image': readImage,
  'mj-button': readButton,
  'mj-divider': readDivider,
  'mj-spacer': readSpacer,
  'mj-social': readSocial,
  'mj-navbar': readNavbar,
  'mj-table': readMjTable,
  'mj-accordion': readAccordion,
  'mj-carousel': readCarousel,
  'mj-raw': readRaw,
};

/** The blocks of a component that stands in a column. */
export function readComponent(context: MjmlContext, element: HtmlElement): LeafBlock[] {
  return readOnScreens(context, element, () => readShown(context, element));
}

function readShown(context: MjmlContext, element: HtmlElement): LeafBlock[] {
  const reader = Object.hasOwn(READERS, element.name) ? READERS[element.name] : undefined;
  if (/^mj-(?:section|wrapper|group|column)$/.test(element.name)) {
    note(context, element.name, 'It stands in a column; its parts are kept below each other.', element);
    return childElements(element).flatMap((child) => readComponent(context, child));
  }
  if (!reader) return [keepElement(context, element, 'There is no block for it; it is kept as HTML.')];
  const component = componentOf(context, element);
  const color = readColor(component.read('container-background-color'));
  const blocks = reader(context, component);
  return color ? blocks.map((block) => padBlock(block, NO_SIDES, color)) : blocks;
}

function readRaw(context: MjmlContext, { element }: Component): LeafBlock[] {
  const parts = childElements(element);
  if (parts.length > 0 && parts.every(({ name }) => name === 'style') && plainTextOf(element) === '') {
    note(
      context,
      'style',
      'Rules on text and rows were written into the blocks; the others were left out.',
      element,
    );
    return [];
  }
  return keepHtml(context, innerSource(element).trim(), element);
}

/** Share URLs that MJML puts around the link of an icon, unless its name ends in `-noshare`. */
const SHARE: Readonly<Record<string, string>> = {
  facebook: 'https://www.facebook.com/sharer/sharer.php?u=[[URL]]',
  twitter: 'https://twitter.com/intent/tweet?url=[[URL]]',
  x: 'https://twitter.com/intent/tweet?url=[[URL]]',
  linkedin: 'https://www.linkedin.com/shareArticle?mini=true&url=[[URL]]&title=&summary=&source=',
  pinterest: 'https://pinterest.com/pin/create/button/?url=[[URL]]&media=&description=',
};

/** mj-social: icons; labels beside them become a menu below. */
function readSocial(context: MjmlContext, { element, read }: Component): LeafBlock[] {
  if (hasLogic(element)) return [keepLinks(context, { element, read })];
  const icons: SocialIcon[] = [];
  const labels: MenuItem[] = [];
  const others: LeafBlock[] = [];
  for (const child of childElements(element)) {
    if (child.name !== 'mj-social-element') {
      others.push(keepElement(context, child, 'It has no place among social icons; it is kept as HTML.'));
      continue;
    }
    const url = urlOf(context, child);
    icons.push({ id: context.makeId(), platform: platformOf(context, child, url), url });
    const text = plainTextOf(child);
    if (text !== '')
      labels.push({ id: context.makeId(), text, url, openInNewTab: true, bold: false, underline: false });
  }
  const padding = paddingOf(read);
  const align = readAlign(read('align')) ?? 'center';
  if (read('mode') === 'vertical') note(context, 'mj-social mode', 'Icons stand beside each other.', element);
  const fields = { icons, iconSize: iconSizeOf(readPixels(read('icon-size'))), align };
  const social = makeSocial(context, fields, { padding });
  if (labels.length === 0) return [social, ...others];
  note(context, 'mj-social labels', 'Social blocks have no labels; they are in a menu below.', element);
  const fontSize = readPixels(read('font-size')) ?? 13;
  return [social, makeMenu(context, { items: labels, fontSize, textAlign: align }, { padding }), ...others];
}

function platformOf(context: MjmlContext, element: HtmlElement, url: string): SocialIcon['platform'] {
  const name = element.attribs.name ?? '';
  const src = element.attribs.src;
  const platform = platformByName(name) ?? platformByUrl(url);
  if (src)
    note(context, 'mj-social-element src', 'Icons are drawn in the style of the social block.', element);
  if (!platform)
    note(
      context,
      `social platform ${name}`.trim(),
      'There is no icon for it; it is shown as a website.',
      element,
    );
  return platform ?? 'website';
}

function urlOf(context: MjmlContext, element: HtmlElement): string {
  const { read } = componentOf(context, element);
  const name = (read('name') ?? '').toLowerCase();
  const href = read('href') ?? '';
  const share = Object.hasOwn(SHARE, name) ? SHARE[name] : undefined;
  return share && href !== '' ? share.replace('[[URL]]', () => href) : href;
}

/** Whether merge tags or HTML stand between the links, which blocks have no place for. */
function hasLogic(element: HtmlElement): boolean {
  return childElements(element).some((child) => child.name === 'mj-raw' && innerSource(child).trim() !== '');
}

/** The links of mj-social or mj-navbar as HTML, with what stands between them. */
function keepLinks(context: MjmlContext, { element, read }: Component): LeafBlock {
  note(context, element.name, 'Merge tags or HTML stand between its links; it is kept as HTML.', element);
  const parts = childElements(element).map((child) => {
    if (child.name === 'mj-raw') return innerSource(child).trim();
    const own = componentOf(context, child).read;
    const url =
      child.name === 'mj-navbar-link'
        ? `${read('base-url') ?? ''}${own('href') ?? ''}`
        : urlOf(context, child);
    const src = own('src');
    const label = innerSource(child).trim() || (src ? '' : escapeText(own('name') ?? 'Link'));
    const picture = src
      ? `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(own('alt') ?? own('name') ?? '')}" width="${readPixels(own('icon-size') ?? read('icon-size')) ?? 20}"> `
      : '';
    const css = escapeAttribute(
      `color: ${readColor(own('color')) ?? '#000000'}; text-decoration: none; padding: 0 10px`,
    );
    return `<a href="${escapeAttribute(url)}" style="${css}">${picture}${label}</a>`;
  });
  const css = `text-align: ${readAlign(read('align')) ?? 'center'}; font-size: ${readPixels(read('font-size')) ?? 13}px`;
  return makeHtml(context, `<div style="${css}">${parts.join(' ')}</div>`, { padding: paddingOf(read) });
}

/** mj-navbar: a menu. */
function readNavbar(context: MjmlContext, { element, read }: Component): LeafBlock[] {
  const links = childElements(element).filter((child) => child.name === 'mj-navbar-link');
  if (hasLogic(element)) return [keepLinks(context, { element, read })];
  if (links.length === 0) return [];
  if (read('hamburger'))
    note(context, 'mj-navbar hamburger', 'Menus are shown in full on a phone too.', element);
  const base = read('base-url') ?? '';
  const first = componentOf(context, links[0] as HtmlElement).read;
  const family = readFontFamily(first('font-family'));
  const color = readColor(first('color'));
  if (first('text-transform') !== 'none') {
    note(context, 'mj-navbar-link text-transform', 'Labels are kept as they are written.', element);
  }
  const items = links.map((link): MenuItem => {
    const own = componentOf(context, link).read;
    const ownColor = readColor(own('color'));
    return {
      id: context.makeId(),
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
    ...ownFont(context, family),
  };
  return [makeMenu(context, fields, { padding: paddingOf(read) })];
}

/** mj-accordion: all parts opened, as HTML. */
function readAccordion(context: MjmlContext, { element, read }: Component): LeafBlock[] {
  const parts = childElements(element).flatMap((item) =>
    item.name === 'mj-raw' ? [item] : childElements(item),
  );
  const blocks = parts.flatMap((part) => {
    if (part.name === 'mj-raw') return readRaw(context, componentOf(context, part));
    const own = componentOf(context, part).read;
    const isTitle = part.name === 'mj-accordion-title';
    const textStyle = { ...textStyleOf(own), ...(isTitle ? { isBold: true } : {}) };
    return padBlocks(
      readFragment(context, part.children, textStyle),
      paddingOf(own),
      readColor(own('background-color')),
    );
  });
  const html = blocks.map(writeBlockHtml);
  if (html.some((part) => part === undefined) || blocks.length === 0) {
    return [keepElement(context, element, 'There is no block for it; it is kept as it was written.')];
  }
  note(context, 'mj-accordion', 'It cannot be folded in a block; all of it is shown, as HTML.', element);
  return [makeHtml(context, html.join(''), { padding: paddingOf(read) })];
}

/** mj-carousel: its images below each other, as HTML. */
function readCarousel(context: MjmlContext, { element, read }: Component): LeafBlock[] {
  const images = childElements(element).filter(
    ({ name }) => name === 'mj-carousel-image' || name === 'mj-raw',
  );
  if (images.length === 0) {
    return [keepElement(context, element, 'There is no block for it; it is kept as it was written.')];
  }
  const html = images.flatMap((image) => {
    const part = componentOf(context, image);
    const blocks = image.name === 'mj-raw' ? readRaw(context, part) : readImage(context, part);
    return blocks.map((block) => writeBlockHtml(block) ?? '');
  });
  note(
    context,
    'mj-carousel',
    'There is no block for it; its pictures are shown below each other, as HTML.',
    element,
  );
  const open = `<div style="${escapeAttribute(`text-align: ${read('align') ?? 'center'}`)}">`;
  return [makeHtml(context, `${open}${html.join('')}</div>`, { padding: paddingOf(read) })];
}

import { ICON_PIXELS, platformName } from '../../model/blocks/social.ts';
import type {
  Block,
  ButtonBlock,
  CountdownBlock,
  ImageBlock,
  LeafBlock,
  MenuBlock,
  SocialBlock,
  TableBlock,
  TitleBlock,
  VideoBlock,
} from '../../model/index.ts';
import { BUTTON_LINE, HEADING_PIXELS } from '../../model/layout-sizes.ts';
import type { Extent } from '../../parse/allowed-html.ts';
import { parseColor, WHITE } from '../../parse/color.ts';
import { describeCountdown } from '../../parse/countdown-moment.ts';
import type { FieldPath, MailImage, TextRole } from './mail.ts';
import type { MailDraft } from './mail-draft.ts';
import { makePlainText } from './make-text.ts';
import { replaceMergeTags } from './merge-words.ts';
import { readHtml } from './read-html.ts';
import { alignOf, type Container, colorOn, defaultTextStyle, type TextStyle } from './styles.ts';

const DARK_FILL = parseColor('#333333');

/** The mail that is read, the surroundings of the block, and the style of text in it. */
interface BlockContext {
  draft: MailDraft;
  place: Container;
  textStyle: TextStyle;
}

type Reader<B extends LeafBlock> = (context: BlockContext, block: B) => void;

const nothing: Reader<LeafBlock> = () => {};

const READERS: { [T in LeafBlock['type']]: Reader<Extract<LeafBlock, { type: T }>> } = {
  title: readTitle,
  paragraph: (context, block) => readMarkup(context, block, block.content, ['content'], 'rich', 'paragraph'),
  html: (context, block) => readMarkup(context, block, block.content, ['content'], 'markup', 'html'),
  custom: (context, block) =>
    readMarkup(context, block, block.renderedHtml ?? '', ['renderedHtml'], 'markup', 'html'),
  image: readImage,
  button: readButton,
  video: readVideo,
  social: readSocial,
  menu: readMenu,
  table: readTable,
  countdown: readCountdown,
  divider: nothing,
  spacer: nothing,
};

/** Adds the texts, pictures and links of a block to the mail; `place` is inside its padding. Unknown blocks add nothing. */
export function readBlock(draft: MailDraft, block: LeafBlock, container: Container): void {
  if (!Object.hasOwn(READERS, block.type)) return;
  const context: BlockContext = {
    draft,
    place: container,
    textStyle: defaultTextStyle(draft.page, container.background),
  };
  (READERS[block.type] as Reader<LeafBlock>)(context, block);
}

function readMarkup(
  { draft, textStyle }: BlockContext,
  { id }: Block,
  html: string,
  field: FieldPath,
  extent: Extent,
  role: TextRole,
): void {
  readHtml(draft, { blockId: id, field, html, extent, textStyle, role });
}

function readTitle(context: BlockContext, block: TitleBlock): void {
  const { draft, place, textStyle } = context;
  const level = Object.hasOwn(HEADING_PIXELS, block.level) ? block.level : 2;
  const own = {
    ...textStyle,
    color: colorOn(block.color, place.background, textStyle.color),
    fontSize: HEADING_PIXELS[level],
    lineHeight: 1.3,
    bold: true,
    align: alignOf(block.textAlign, draft.page),
  };
  const before = draft.texts.length;
  readMarkup({ ...context, textStyle: own }, block, block.content, ['content'], 'inline', 'heading');
  const titleTexts = draft.texts.slice(before).map((text) => text.text);
  draft.headings.push({ blockId: block.id, level, text: titleTexts.join(' ').trim(), element: undefined });
}

function readImage({ draft, place, textStyle }: BlockContext, block: ImageBlock): void {
  if (block.src.trim() === '') return;
  const href = block.linkUrl?.trim() ? block.linkUrl : undefined;
  const isDecorative = block.decorative === true && href === undefined;
  addImage(draft, {
    blockId: block.id,
    src: block.src,
    alt: block.alt,
    isDecorative,
    width: shownWidth(block.width, place),
    ...(block.height && { height: block.height }),
    href,
    kind: 'image',
    field: ['src'],
  });
  if (href !== undefined) addLink(draft, block.id, href, replaceMergeTags(block.alt), 'image', ['linkUrl']);
  if (!isDecorative) addAlt(draft, block.id, block.alt, { ...textStyle, href });
}

function readVideo({ draft, place, textStyle }: BlockContext, block: VideoBlock): void {
  const hasUrl = block.url.trim() !== '';
  if (!hasUrl && block.thumbnailUrl.trim() === '') return;
  const href = hasUrl ? block.url : undefined;
  addImage(draft, {
    blockId: block.id,
    src: block.thumbnailUrl,
    alt: block.alt,
    isDecorative: false,
    width: shownWidth(block.width, place),
    href,
    kind: 'video',
    field: ['thumbnailUrl'],
  });
  addLink(draft, block.id, block.url, replaceMergeTags(block.alt).trim() || 'Video', 'video', ['url']);
  addAlt(draft, block.id, block.alt, { ...textStyle, href });
}

function readCountdown({ draft, place }: BlockContext, block: CountdownBlock): void {
  if (block.targetDate.trim() === '') return;
  addImage(draft, {
    blockId: block.id,
    src: '',
    alt: describeCountdown(block),
    isDecorative: false,
    width: place.width,
    href: undefined,
    kind: 'countdown',
    field: ['targetDate'],
  });
}

function readSocial({ draft }: BlockContext, block: SocialBlock): void {
  for (const [index, icon] of block.icons.entries()) {
    const name = platformName(icon.platform);
    const size = ICON_PIXELS[block.iconSize];
    const field: FieldPath = ['icons', index, 'url'];
    const href = icon.url.trim() === '' ? undefined : icon.url;
    const picture = { src: '', alt: name, isDecorative: false, width: size, height: size };
    addImage(draft, { ...picture, blockId: block.id, href, kind: 'social', field });
    addLink(draft, block.id, icon.url, name, 'social', field);
  }
}

function readButton({ draft, place, textStyle }: BlockContext, block: ButtonBlock): void {
  if (block.text.trim() === '') return;
  const fill = colorOn(block.backgroundColor, place.background, DARK_FILL);
  const href = block.url.trim() === '' ? undefined : block.url;
  const label = {
    ...textStyle,
    background: fill,
    color: colorOn(block.textColor, fill, WHITE),
    fontSize: Math.max(block.fontSize, 1),
    lineHeight: BUTTON_LINE,
    bold: block.fontWeight !== 'normal',
    align: 'center' as const,
    href,
  };
  const text = makePlainText(block.id, 'button', block.text, label);
  if (text !== undefined) draft.texts.push(text);
  addLink(draft, block.id, block.url, text?.text ?? '', 'button', ['url'], text);
}

function readMenu({ draft, place, textStyle }: BlockContext, block: MenuBlock): void {
  const rowColor = colorOn(block.color, place.background, textStyle.color);
  const linkColor = colorOn(block.linkColor, place.background, rowColor);
  for (const [index, item] of block.items.entries()) {
    if (item.text.trim() === '') continue;
    const label = {
      ...textStyle,
      color: colorOn(item.color, place.background, linkColor),
      fontSize: Math.max(block.fontSize, 1),
      bold: item.bold,
      underlined: item.underline,
      align: alignOf(block.textAlign, draft.page),
      href: item.url.trim() === '' ? undefined : item.url,
    };
    const text = makePlainText(block.id, 'menu', item.text, label);
    if (text !== undefined) draft.texts.push(text);
    addLink(draft, block.id, item.url, text?.text ?? '', 'menu', ['items', index, 'url'], text);
  }
}

function readTable(context: BlockContext, block: TableBlock): void {
  const { draft, place, textStyle } = context;
  const cell = {
    ...textStyle,
    color: colorOn(block.color, place.background, textStyle.color),
    fontSize: Math.max(block.fontSize, 1),
    align: alignOf(block.textAlign, draft.page),
  };
  const headerFill = colorOn(block.headerBackgroundColor, place.background, place.background);
  const header = { ...cell, bold: true, background: headerFill };
  for (const [row, { cells }] of block.rows.entries()) {
    const own = block.hasHeaderRow && row === 0 ? header : cell;
    for (const [column, { content }] of cells.entries()) {
      const field: FieldPath = ['rows', row, 'cells', column, 'content'];
      readMarkup({ ...context, textStyle: own }, block, content, field, 'rich', 'cell');
    }
  }
}

/** The declared width, at most that of the column. */
function shownWidth(width: number | 'full', container: Container): number {
  return width === 'full' ? container.width : Math.min(width, container.width);
}

function addImage(
  draft: MailDraft,
  image: Omit<MailImage, 'height' | 'element'> & { height?: number },
): void {
  draft.images.push({ height: undefined, element: undefined, ...image });
}

function addLink(
  draft: MailDraft,
  blockId: string,
  href: string,
  text: string,
  kind: MailDraft['links'][number]['kind'],
  field: FieldPath,
  inText?: MailDraft['texts'][number],
): void {
  draft.links.push({ blockId, href, text: text.trim(), kind, field, inText, element: undefined });
}

function addAlt(draft: MailDraft, blockId: string, alt: string, textStyle: TextStyle): void {
  const text = makePlainText(blockId, 'alt', alt, textStyle);
  if (text !== undefined) draft.texts.push({ ...text, runs: [] });
}

import {
  type Block,
  type ColumnStyle,
  countColumns,
  type LeafBlock,
  type SectionBlock,
  type TemplateContent,
  withKnownShapes,
} from '../model/index.ts';
import { clampPixels, columnSharesOf, spacing } from '../model/layout-sizes.ts';
import { isHidden, layOutLeaf } from './blocks.ts';
import { estimateHeight } from './estimate-height.ts';
import { fontFor } from './fonts.ts';
import { block, type DrawNode, type DrawPicture, row } from './node.ts';
import {
  borderStyle,
  makePage,
  onBackground,
  type Page,
  type PictureSize,
  type Place,
  radiusStyle,
  type Screen,
} from './page.ts';

interface MailLayout {
  node: DrawNode;
  /** In CSS pixels. */
  width: number;
  /** The pictures in the node, without their pixels. */
  pictures: DrawPicture[];
  /** Blocks below the estimated end of the picture are left out. If it ends above the greatest height, they belong to it. */
  isShortened: boolean;
}

interface LayoutOptions extends Screen {
  /** Where the picture is cut off, in CSS pixels, for a mail of this width. */
  maxHeightFor(width: number): number;
  /** Natural size of a picture; undefined if it cannot be shown. */
  sizeOf(source: string): PictureSize | undefined;
  /** Leaves out only what is surely below the end of the picture. */
  isWhole?: boolean;
}

/** The least height of a row of blocks. It limits the number of rows. */
const LEAST_ROW = 8;

/** The estimated height of what is laid out, as a multiple of the picture's: texts of narrow letters are lower. */
const HEADROOM = 1.15;

/** Positions in columns, as the drawing library has them. */
const ALIGNMENTS = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const;

/**
 * The boxes, texts and pictures of a mail, as it is shown. Takes any content that was parsed. Work is bounded: what
 * cannot be seen because it is below the end of the picture is left out where that is sure.
 */
export function layOutMail(stored: TemplateContent, options: LayoutOptions): MailLayout {
  const { content } = withKnownShapes(stored);
  const page = makePage(content, options, options.sizeOf);
  const place: Place = { width: page.width, behind: page.background };
  const maxHeight = options.maxHeightFor(page.width);
  const rows: DrawNode[] = [];
  let height = 0;
  let isShortened = false;
  for (const item of content.blocks) {
    if (page.texts.isSpent || rows.length * LEAST_ROW > maxHeight) break;
    isShortened = !options.isWhole && height > maxHeight * HEADROOM;
    if (isShortened) break;
    const node = layOutBlock(item, page, place);
    if (node === undefined) continue;
    rows.push(node);
    height += estimateHeight(node, page.width);
  }
  const style = {
    width: page.width,
    maxHeight,
    // A mail that shows nothing is a blank page; a picture cannot be without height.
    minHeight: Math.min(rows.length === 0 ? page.width / 2 : 1, maxHeight),
    // The picture ends with this box. Hiding what overflows would be a layer to draw.
    backgroundColor: page.colors.behind(place),
    color: page.colors.on(place, page.textColor, page.textColor),
    fontFamily: fontFor(page.font),
    fontSize: 16,
    lineHeight: 1.5,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  };
  const node = block(style, rows);
  return { node, width: page.width, pictures: [...listPictures(node)], isShortened };
}

function layOutBlock(item: Block, page: Page, place: Place): DrawNode | undefined {
  if (item.type !== 'section') return layOutLeaf(item as LeafBlock, page, place);
  return isHidden(item, page) ? undefined : layOutSection(item, page, place);
}

/** A row of columns, with a band around it when it has a wrapper. */
function layOutSection(section: SectionBlock, page: Page, place: Place): DrawNode {
  const { wrapper, border, borderRadius, styles } = section;
  const [band, inBand] = onBackground(page, place, wrapper?.backgroundColor);
  const [own, inside] = onBackground(page, inBand, styles.backgroundColor);
  const sides = (wrapper?.padding?.left ?? 0) + (wrapper?.padding?.right ?? 0);
  const lines = (border?.left?.width ?? 0) + (border?.right?.width ?? 0);
  const padding = clampPixels(styles.padding.left) + clampPixels(styles.padding.right);
  const width = Math.max(place.width - padding - sides - lines, 20);
  const node = block(
    {
      ...own,
      ...radiusStyle(borderRadius),
      ...borderStyle(border, page, inBand),
      padding: spacing(styles.padding),
    },
    layOutColumns(section, page, { ...inside, width }),
  );
  if (wrapper === undefined) return node;
  const around = wrapper.padding ? spacing(wrapper.padding) : 0;
  // Mail clients show the band as wide as the window, so that its corners are not round.
  return block({ ...band, padding: around }, [node]);
}

/** The columns side by side, or below each other on a phone. Lists beyond the layout's columns become rows below. */
function layOutColumns(section: SectionBlock, page: Page, place: Place): DrawNode[] {
  const count = countColumns(section.columns);
  const shares = columnSharesOf(section, count);
  const lists = [...section.children].slice(0, 100);
  while (lists.length < count) lists.push([]);
  const isStacked = page.layout === 'phone' && section.stackOnMobile !== false;
  const columns = lists.map((list, index) => {
    const share = isStacked ? 100 : (shares[index] ?? 100);
    const width = (place.width * share) / 100;
    return layOutBox(list, section.columnStyles?.[index], page, { ...place, width });
  });
  if (isStacked || count === 1) return columns;
  const flexDirection = page.dir === 'rtl' ? 'row-reverse' : 'row';
  const side = row(
    { flexDirection, alignItems: ALIGNMENTS[section.verticalAlign ?? 'top'] },
    columns.slice(0, count),
  );
  return [side, ...columns.slice(count)];
}

/** A column with its color and lines, and the space around them. */
function layOutBox(
  list: readonly LeafBlock[],
  style: ColumnStyle | undefined,
  page: Page,
  place: Place,
): DrawNode {
  if (!style) return layOutColumn(list, page, place);
  const { backgroundColor, border, borderRadius, padding } = style;
  const [own, inside] = onBackground(page, place, backgroundColor);
  const lines = (border?.left?.width ?? 0) + (border?.right?.width ?? 0);
  const room = (padding?.left ?? 0) + (padding?.right ?? 0);
  const width = Math.max(place.width - lines - room, 20);
  const box = block({ ...own, ...radiusStyle(borderRadius), ...borderStyle(border, page, place) }, [
    layOutColumn(list, page, { ...inside, width }),
  ]);
  return block({ width: place.width, flexShrink: 0, padding: padding ? spacing(padding) : 0 }, [box]);
}

function layOutColumn(list: readonly LeafBlock[], page: Page, place: Place): DrawNode {
  const nodes: DrawNode[] = [];
  for (const leaf of list) {
    if (page.texts.isSpent) break;
    const node = layOutLeaf(leaf, page, place);
    if (node !== undefined) nodes.push(node);
  }
  return block({ width: place.width, flexShrink: 0 }, nodes);
}

function* listPictures(node: DrawNode): Generator<DrawPicture> {
  if (node.type === 'image') yield node;
  if (node.type !== 'container') return;
  for (const child of node.children) yield* listPictures(child);
}

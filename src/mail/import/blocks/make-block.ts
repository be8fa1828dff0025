import type {
  ButtonBlock,
  ColumnLayout,
  DividerBlock,
  HtmlBlock,
  ImageBlock,
  LeafBlock,
  MenuBlock,
  ParagraphBlock,
  SectionBlock,
  SocialBlock,
  SpacerBlock,
  TableBlock,
  TitleBlock,
  VideoBlock,
} from '../../model/index.ts';
import type { ImportContext } from '../context.ts';
import { addSides, NO_SIDES, type Sides } from '../css/values.ts';

/** Space around a block and the color behind it. */
export interface BlockBox {
  padding: Sides;
  backgroundColor?: string | undefined;
}

/** The fields of a block without a default. */
type BlockFields<B, K extends keyof B> = Partial<Omit<B, 'id' | 'type' | 'styles' | K>> & Pick<B, K>;

function common(context: ImportContext, { padding, backgroundColor }: BlockBox = { padding: NO_SIDES }) {
  const styles = { padding: { ...padding }, ...(backgroundColor ? { backgroundColor } : {}) };
  return { id: context.makeId(), styles };
}

/** A heading. */
export function makeTitle(
  context: ImportContext,
  fields: BlockFields<TitleBlock, 'content'>,
  box?: BlockBox,
): TitleBlock {
  return { type: 'title', ...common(context, box), level: 2, textAlign: 'left', ...fields };
}

/** Running text. */
export function makeParagraph(context: ImportContext, content: string, box?: BlockBox): ParagraphBlock {
  return { type: 'paragraph', ...common(context, box), content };
}

/** A picture. */
export function makeImage(
  context: ImportContext,
  fields: BlockFields<ImageBlock, 'src'>,
  box?: BlockBox,
): ImageBlock {
  return { type: 'image', ...common(context, box), alt: '', width: 'full', align: 'center', ...fields };
}

/** A poster that links to a video. */
export function makeVideo(
  context: ImportContext,
  fields: BlockFields<VideoBlock, 'url' | 'thumbnailUrl'>,
): VideoBlock {
  return { type: 'video', ...common(context), alt: 'Video', width: 'full', align: 'center', ...fields };
}

/** A button. */
export function makeButton(
  context: ImportContext,
  fields: BlockFields<ButtonBlock, 'text' | 'url'>,
  box?: BlockBox,
): ButtonBlock {
  const defaults = { backgroundColor: '#333333', textColor: '#ffffff', borderRadius: 0, fontSize: 15 };
  const buttonPadding = { top: 12, right: 24, bottom: 12, left: 24 };
  return { type: 'button', ...common(context, box), ...defaults, buttonPadding, ...fields };
}

/** A line. */
export function makeDivider(
  context: ImportContext,
  fields: BlockFields<DividerBlock, 'color'>,
  box?: BlockBox,
): DividerBlock {
  return {
    type: 'divider',
    ...common(context, box),
    lineStyle: 'solid',
    thickness: 1,
    width: 'full',
    ...fields,
  };
}

/** A spacer. */
export function makeSpacer(context: ImportContext, height: number, box?: BlockBox): SpacerBlock {
  return { type: 'spacer', ...common(context, box), height };
}

/** HTML as it is. */
export function makeHtml(context: ImportContext, content: string, box?: BlockBox): HtmlBlock {
  return { type: 'html', ...common(context, box), content };
}

/** A row of links. */
export function makeMenu(
  context: ImportContext,
  fields: BlockFields<MenuBlock, 'items'>,
  box?: BlockBox,
): MenuBlock {
  const defaults = { fontSize: 15, separator: '', separatorColor: '#e0e0e0', spacing: 10 };
  return { type: 'menu', ...common(context, box), textAlign: 'center', ...defaults, ...fields };
}

/** A row of icons. */
export function makeSocial(
  context: ImportContext,
  fields: BlockFields<SocialBlock, 'icons'>,
  box?: BlockBox,
): SocialBlock {
  const defaults = { iconStyle: 'solid', iconSize: 'medium', spacing: 10, align: 'center' } as const;
  return { type: 'social', ...common(context, box), ...defaults, ...fields };
}

/** A table of data. Cells are rich text. */
export function makeTable(
  context: ImportContext,
  cells: string[][],
  fields: BlockFields<TableBlock, 'hasHeaderRow'>,
  box?: BlockBox,
): TableBlock {
  const rows = cells.map((row) => ({
    id: context.makeId(),
    cells: row.map((content) => ({ id: context.makeId(), content })),
  }));
  const defaults = { borderColor: '#e0e0e0', borderWidth: 0, cellPadding: 0, fontSize: 15 };
  return { type: 'table', ...common(context, box), rows, ...defaults, textAlign: 'left', ...fields };
}

/** A row of columns. */
export function makeSection(
  context: ImportContext,
  columns: ColumnLayout,
  children: LeafBlock[][],
  fields: Partial<Omit<SectionBlock, 'id' | 'type' | 'styles' | 'columns' | 'children'>>,
  box?: BlockBox,
): SectionBlock {
  return { type: 'section', ...common(context, box), columns, children, ...fields };
}

/** The block with more padding, and with a background color if it has none. */
export function padBlock<B extends LeafBlock>(block: B, more: Sides, backgroundColor?: string): B {
  const color = block.styles.backgroundColor ?? backgroundColor;
  return {
    ...block,
    styles: {
      ...block.styles,
      padding: addSides(block.styles.padding, more),
      ...(color ? { backgroundColor: color } : {}),
    },
  };
}
